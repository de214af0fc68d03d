// SPDX-License-Identifier: MIT
//! usage: cargo run [preset]
mod wheeldyn;

use std::process::ExitCode;
use wheeldyn::{Error, Model};

fn simulate(preset: &str) -> Result<(), Error> {
    let mut wheel = Model::new("rolling_wheel")?;
    wheel.load_preset(preset)?;
    wheel.set("param.mass", 30.0)?;
    wheel.init(0.0)?;
    wheel.step_to(11.0)?;
    println!("slip ratio at 11 s: {:.4}", wheel.get("output.slip_ratio")?);
    let rows = wheel.run(20.0, 0.01, &["state.x_dot", "output.slip_ratio"])?;
    if let Some([t, speed, ..]) = rows.last().map(Vec::as_slice) {
        println!("speed at {t} s: {speed:.4} m/s");
    }

    let (mean, ripple) = (30.0, 10.0); // N.m
    wheel.reset()?;
    wheel.set_input("input.drive_torque", move |t| {
        mean + ripple * (3.0 * t).sin()
    })?;
    wheel.init(0.0)?;
    wheel.step_to(5.0)?;
    let speed = wheel.get("state.x_dot")?;
    println!("speed at 5 s, driven by a function: {speed:.4} m/s");
    Ok(())
}

fn main() -> ExitCode {
    let preset = std::env::args().nth(1);
    match simulate(preset.as_deref().unwrap_or("drive-60")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
