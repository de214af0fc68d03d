// SPDX-License-Identifier: MIT
//! Models for Rust: freed when they are dropped, failures as `Result`, closures as inputs.
use std::ffi::{c_void, CStr, CString};
use std::fmt;
use std::os::raw::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::null_mut;

/// Bindings that bindgen generated from the header.
#[allow(dead_code, non_camel_case_types, non_upper_case_globals)]
mod sys {
    include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
}

#[derive(Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

type Outcome<T = ()> = Result<T, Error>;

/// Copy a string of the library, which the caller must never free.
fn text(string: *const c_char) -> String {
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into()
}

fn c_string(name: &str) -> Outcome<CString> {
    CString::new(name).map_err(|error| Error(error.to_string()))
}

/// Report the status of a call that takes a name and leaves no text in the model.
fn named(status: i32, name: &str, nearest: *const c_char) -> Outcome {
    if status >= 0 {
        return Ok(());
    }
    let said = text(unsafe { sys::wd_status_text(status) });
    let nearest = text(nearest);
    Err(Error(format!("{name}: {said}; the nearest is {nearest}")))
}

type Input = Box<dyn Fn(f64) -> f64>;

/// Callback of the library. A panic must not unwind through C; it makes the call fail.
unsafe extern "C" fn call(t: f64, value: *mut f64, input: *mut c_void) -> i32 {
    let input = &*(input as *const Input);
    match catch_unwind(AssertUnwindSafe(|| input(t))) {
        Ok(u) => *value = u,
        Err(_) => return 1,
    }
    0
}

pub struct Model {
    raw: *mut sys::wd_model,
    inputs: Vec<Box<Input>>, // each in its own box, because the library has its address
}

impl Drop for Model {
    fn drop(&mut self) {
        unsafe { sys::wd_model_free(self.raw) } // the inputs are dropped only after this
    }
}

impl Model {
    pub fn new(kind: &str) -> Outcome<Model> {
        let (name, mut raw) = (c_string(kind)?, null_mut());
        let status = unsafe { sys::wd_model_new(name.as_ptr(), &mut raw) };
        let nearest = unsafe { sys::wd_kind_nearest_name(name.as_ptr()) };
        let inputs = Vec::new();
        named(status, kind, nearest).map(|_| Model { raw, inputs })
    }

    fn must(&self, status: i32) -> Outcome {
        match status {
            0.. => Ok(()), // a status above 0 is a notice, such as the end of the motion
            _ => Err(Error(text(unsafe { sys::wd_model_error(self.raw) }))),
        }
    }

    pub fn load_preset(&mut self, name: &str) -> Outcome {
        let name = c_string(name)?;
        self.must(unsafe { sys::wd_model_load_preset(self.raw, name.as_ptr()) })
    }

    pub fn init(&mut self, t0: f64) -> Outcome {
        self.must(unsafe { sys::wd_model_init(self.raw, t0) })
    }

    /// End the motion; parameters and start values keep their values.
    pub fn reset(&mut self) -> Outcome {
        self.must(unsafe { sys::wd_model_reset(self.raw) })
    }

    pub fn step_to(&mut self, t: f64) -> Outcome {
        self.must(unsafe { sys::wd_model_step_to(self.raw, t) })
    }

    pub fn set(&mut self, name: &str, value: f64) -> Outcome {
        let name = c_string(name)?;
        self.must(unsafe { sys::wd_model_set_value(self.raw, name.as_ptr(), value) })
    }

    pub fn get(&self, name: &str) -> Outcome<f64> {
        let (c_name, mut value) = (c_string(name)?, 0.0);
        let status = unsafe { sys::wd_model_value(self.raw, c_name.as_ptr(), &mut value) };
        let nearest = unsafe { sys::wd_model_nearest_name(self.raw, c_name.as_ptr()) };
        named(status, name, nearest).map(|_| value)
    }

    fn find(&self, name: &str) -> Outcome<u32> {
        let (c_name, mut found) = (c_string(name)?, 0);
        let status = unsafe { sys::wd_model_find(self.raw, c_name.as_ptr(), &mut found) };
        let nearest = unsafe { sys::wd_model_nearest_name(self.raw, c_name.as_ptr()) };
        named(status, name, nearest).map(|_| found)
    }

    /// Drive an input by a function of time. It must be pure: it is called in any order.
    pub fn set_input(&mut self, name: &str, input: impl Fn(f64) -> f64 + 'static) -> Outcome {
        let (found, input): (_, Box<Input>) = (self.find(name)?, Box::new(Box::new(input)));
        self.inputs.push(input);
        let user = &**self.inputs.last().unwrap() as *const Input as *mut c_void; // stays valid
        self.must(unsafe { sys::wd_model_set_input_fn(self.raw, found, Some(call), user) })
    }

    /// Return rows of the time and of the values of variables.
    pub fn run(&mut self, t_end: f64, dt: f64, names: &[&str]) -> Outcome<Vec<Vec<f64>>> {
        let found: Outcome<Vec<u32>> = names.iter().map(|name| self.find(name)).collect();
        let (refs, width) = (found?, 1 + names.len());
        let time = unsafe { sys::wd_model_time(self.raw) };
        let room = ((t_end - time) / dt).clamp(0.0, 1e8) as usize + 2;
        let (mut rows, mut written) = (vec![0.0; room * width], 0);
        let (from, n, to) = (refs.as_ptr(), refs.len() as _, rows.as_mut_ptr());
        self.must(unsafe {
            sys::wd_model_run(self.raw, t_end, dt, from, n, to, room as _, &mut written)
        })?;
        let rows = rows.chunks(width).take(written as usize);
        Ok(rows.map(|row| row.to_vec()).collect())
    }
}
