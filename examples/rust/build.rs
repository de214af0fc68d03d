// SPDX-License-Identifier: MIT
//! Has bindgen translate the header and tells cargo where the library is, as pkg-config knows it.
//!
//! bindgen and pkg-config are called as programs, so no crate has to be downloaded.
use std::process::Command;

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {said}");
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

fn main() {
    let include = output("pkg-config", &["--variable=includedir", "wheeldyn"]);
    let lib = output("pkg-config", &["--variable=libdir", "wheeldyn"]);
    let header = format!("{include}/wheeldyn/wheeldyn.h");
    let bindings = format!("{}/bindings.rs", std::env::var("OUT_DIR").unwrap());
    let folder = format!("-I{include}");
    let only = ["--allowlist-function=wd_.*", "--allowlist-var=WD_.*"];
    let arguments = [&only[..], &["-o", &bindings, &header, "--", &folder]].concat();
    output("bindgen", &arguments);
    println!("cargo:rerun-if-changed={header}");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    println!("cargo:rustc-link-search=native={lib}");
    println!("cargo:rustc-link-lib=dylib=wheeldyn");
}
