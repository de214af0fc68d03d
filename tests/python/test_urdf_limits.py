# SPDX-License-Identifier: MIT
"""Large and hostile URDF files: limits, and the growth of the work with the size of a file."""
import sys

import pytest
import wheeldyn as wd
from test_urdf import BASE, CART, joint, link, read, robot, wrong  # noqa: F401 (fixtures)
from wheeldyn import _urdf_file


def test_a_file_too_large_is_not_read_to_its_end(wrong):
    assert wrong(b"<robot>" + 17_000_000 * b" ", "larger").endswith("larger than 16000000 bytes")


def test_more_parts_than_fit_are_reported_with_the_place(read, refused, tmp_path):
    """The error is reported at the first part beyond the limit, before any part is made."""
    heavy = '<inertial><mass value="1"/></inertial>'
    elements = [link("a"), *(link(f"b{i}", heavy) + joint(f"j{i}", "a", f"b{i}")
                             for i in range(2000))]
    said = refused(wd.WD_ERANGE, read, robot(*elements))
    line, column = 1 + 1 + 1024, len(link("b1023", heavy)) + 1
    assert said.startswith(f"{tmp_path}/robot.urdf:{line}:{column}: ") and "1024 parts" in said
    assert refused(wd.WD_ERANGE, wd.Vehicle.from_urdf, tmp_path / "robot.urdf") == said


def test_a_value_that_does_not_fit_is_reported_with_the_place(read, refused):
    """The value is rounded to 1e-15 and so becomes 0."""
    said = refused(wd.WD_ERANGE, read, CART.replace('radius="0.1"', 'radius="1e-320"'))
    assert "robot.urdf:8:1: " in said and "param.left_rim.radius" in said


class Counted(str):
    """A text that counts comparisons with other texts."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other):
        Counted.compared += 1
        return str.__eq__(self, other)


@pytest.fixture
def work(read, monkeypatch):
    """Return a measure of work: lines of the package executed and texts compared while a URDF text
    is read as a scenario.
    """
    parse = _urdf_file._parse

    def counted(element):
        element.attributes = {name: Counted(text) for name, text in element.attributes.items()}
        for child in element.children:
            counted(child)
        return element

    monkeypatch.setattr(_urdf_file, "_parse", lambda name, data: counted(parse(name, data)))

    def work(text):
        lines = 0

        def trace(frame, event, argument):
            nonlocal lines
            lines += event == "line"
            return trace if "wheeldyn" in frame.f_code.co_filename else None

        Counted.compared = 0
        sys.settrace(trace)
        try:
            read(text).scenario()
        except wd.Error:
            pass
        finally:
            sys.settrace(None)
        return lines + Counted.compared

    return work


def fixed_chain(n):
    return [link("l0"), *(link(f"l{i + 1}") + joint(f"j{i}", f"l{i}", f"l{i + 1}", "fixed")
                          for i in range(n))]


@pytest.mark.parametrize("elements", [
    fixed_chain,
    lambda n: [BASE, *(link(f"l{i}", "<inertial><mass value='1'/></inertial><collision><geometry>"
                                     "<sphere radius='1'/></geometry></collision>")
                       + joint(f"j{i}", "base", f"l{i}", "fixed") for i in range(n))],
    lambda n: [link("l0"), *(link(f"l{i + 1}") + joint(f"j{i}", f"l{i}", f"l{i + 1}", "continuous")
                             for i in range(n))],
    lambda n: [BASE, *(link(f"l{i}", "<inertial><mass value='1'/></inertial>")
                       + joint(f"j{i}", "base", f"l{i}") for i in range(n))],
    lambda n: [BASE, *(f'<gazebo reference="l{i}"/>' for i in range(n))],
    lambda n: [BASE, *(f"<t{i}/>" for i in range(n))],
    lambda n: ['<link name="base">', *(f"<collision><geometry><t{i}/></geometry></collision>"
                                       for i in range(n)), "</link>"],
], ids=["fixed", "bodies", "frames", "moving", "names", "tags", "shapes"])
def test_the_work_is_proportional_to_the_size(work, elements):
    """Twice the elements take at most 2.1 times the lines and comparisons."""
    assert work(robot(*elements(160))) < 2.1 * work(robot(*elements(80)))


def test_a_long_text_that_is_no_number_is_refused_at_once(wrong):
    """A pattern that backtracks would try all ways to split the digits, which would take hours."""
    for text in ("1" * 10**6 + "x", "1." + "1" * 10**6 + "x", "1e" + "1" * 10**6 + "x"):
        wrong(robot(link("a", f'<inertial><mass value="{text}"/></inertial>')), "finite")
