//! `mikoshi doctor`

use mikoshi_sandbox::{Isolation, Layer, LayerState, Sandbox, State};
use serde::Serialize;

use crate::args::{DoctorArgs, DoctorFormat};
use crate::failure::Failure;
use crate::output;
use crate::render::escape;
use crate::render::human::duration;

/// What the doctor found.
#[derive(Serialize)]
struct Findings {
    /// Whether every required layer is active and the trial program passed.
    healthy: bool,
    version: &'static str,
    layers: Vec<Row>,
    trial: Trial,
}

#[derive(Serialize)]
struct Row {
    layer: String,
    state: String,
    required: bool,
    #[serde(skip)]
    holds: bool,
    detail: String,
}

/// A program run under every layer that can be had.
#[derive(Serialize)]
struct Trial {
    status: String,
    wall_us: u64,
}

pub(crate) fn doctor(args: &DoctorArgs) -> Result<bool, Failure> {
    let (sandbox, complete) = examine()?;
    let layers: Vec<Row> = sandbox.posture().into_iter().map(row).collect();
    // The first run pays for what later ones find ready.
    let trial = sandbox.execute("1 + 1 === 2").and_then(|_| sandbox.execute("1 + 1 === 2"))?;
    let holds = layers.iter().all(|l| !l.required || l.holds);
    let findings = Findings {
        healthy: complete && holds && trial.passed,
        version: env!("CARGO_PKG_VERSION"),
        layers,
        trial: Trial { status: trial.status.to_string(), wall_us: trial.metrics.wall_us },
    };
    let text = match args.format {
        DoctorFormat::Json => output::json(&findings)?,
        DoctorFormat::Human => table(&findings),
    };
    output::result(&text)?;
    Ok(findings.healthy)
}

/// A sandbox to look at, and whether it has every required layer. Where one is missing, the others can still be told of.
fn examine() -> Result<(Sandbox, bool), Failure> {
    let builder = Sandbox::builder().workers(1);
    match builder.clone().build() {
        Ok(sandbox) => Ok((sandbox, true)),
        Err(error) => {
            output::note(&format!("mikoshi: {error}"));
            let lenient = Layer::ALL.into_iter().fold(Isolation::required(), Isolation::waive);
            Ok((builder.isolation(lenient).build()?, false))
        }
    }
}

fn row(layer: LayerState) -> Row {
    let holds = layer.state == State::Active;
    let LayerState { layer, state, detail, required, .. } = layer;
    Row { layer: layer.to_string(), state: state.to_string(), required, holds, detail }
}

fn table(findings: &Findings) -> String {
    let wide = findings.layers.iter().map(|l| l.layer.len()).max().unwrap_or(0);
    let layer = |Row { layer, state, required, holds, detail }: &Row| {
        let mark = match (holds, required) {
            (true, _) => "ok",
            (false, true) => "MISSING",
            (false, false) => "-",
        };
        let need = if *required { "required" } else { "optional" };
        let line = format!("{mark:8}{layer:wide$}  {state:13}{need:10}{}", escape::line(detail));
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = findings.layers.iter().map(layer).collect();
    let Trial { status, wall_us } = &findings.trial;
    lines.push(format!("\ntrial program: {status} in {}", duration(*wall_us)));
    let conclusion = if findings.healthy {
        "every required layer is active\n"
    } else {
        "not every required layer is active: programs do not run here unless the missing ones are waived\n"
    };
    lines.push(conclusion.to_owned());
    lines.join("\n")
}
