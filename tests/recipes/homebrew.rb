# SPDX-License-Identifier: MIT
# Execute tools/packaging/wheeldyn.rb with a stand-in for Homebrew, which Debian does not have.
# Print the licence that the recipe states.
# usage: ruby homebrew.rb recipe source prefix work
require "fileutils"
require "pathname"

class Formula
  class << self
    attr_reader :told, :check

    %i[desc homepage url license].each do |name|
      define_method(name) { |value, **_options| (@told ||= {})[name] = value }
    end

    def depends_on(_what) = nil

    def test(&block)
      @check = block
    end
  end

  attr_reader :prefix, :testpath

  def initialize(prefix, testpath)
    @prefix, @testpath = Pathname(prefix), Pathname(testpath)
  end

  def include = prefix/"include"

  def lib = prefix/"lib"

  def std_meson_args
    ["--prefix=#{prefix}", "--libdir=#{lib}", "--buildtype=release", "--wrap-mode=nofallback"]
  end

  def system(*command)
    Kernel.system(*command.map(&:to_s), out: :err) || raise("failed: #{command.join(" ")}")
  end

  def shell_output(command)
    `#{command}`
  end

  def assert_match(expected, actual)
    raise "#{actual} instead of #{expected}" unless actual.include?(expected)
  end
end

def ENV.cc = "cc"

recipe, source, prefix, work = ARGV
load recipe
raise "the formula lacks description, homepage, address or licence" unless Wheeldyn.told.size == 4
formula = Wheeldyn.new(prefix, File.join(work, "test"))
FileUtils.mkdir_p(formula.testpath)
formula.system("git", "clone", "-q", source, File.join(work, "src"))
Dir.chdir(File.join(work, "src")) { formula.install }
ENV["LD_LIBRARY_PATH"] = formula.lib.to_s # macOS does not need this
Dir.chdir(formula.testpath) { formula.instance_eval(&Wheeldyn.check) }
puts Wheeldyn.told[:license]
