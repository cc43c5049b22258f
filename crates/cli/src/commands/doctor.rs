//! `mikoshi doctor`

use mikoshi_sandbox::{Error, Isolation, LayerState, PoolError, Sandbox, State};
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
    let (sandbox, missing) = examine()?;
    let layers: Vec<Row> = sandbox.posture().into_iter().map(|layer| row(unwaived(layer, &missing))).collect();
    // The first run pays for what later ones find ready.
    let trial = sandbox.execute("1 + 1 === 2").and_then(|_| sandbox.execute("1 + 1 === 2"))?;
    let holds = layers.iter().all(|l| !l.required || l.holds);
    let findings = Findings {
        healthy: missing.is_empty() && holds && trial.passed,
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

/// A sandbox to look at, and the required layers that it lacks. Where some are missing, the others can still be told of.
fn examine() -> Result<(Sandbox, Vec<LayerState>), Failure> {
    let builder = Sandbox::builder().workers(1);
    match builder.clone().build() {
        Ok(sandbox) => Ok((sandbox, Vec::new())),
        Err(Error::Worker(PoolError::Layers(missing))) => {
            let lenient = missing.iter().fold(Isolation::required(), |isolation, state| isolation.waive(state.layer));
            Ok((builder.isolation(lenient).build()?, missing))
        }
        Err(error) => Err(error.into()),
    }
}

/// The state of a layer as it would be had nobody waived it: only this look at the others did.
fn unwaived(layer: LayerState, missing: &[LayerState]) -> LayerState {
    missing.iter().find(|m| m.layer == layer.layer).cloned().unwrap_or(layer)
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
    let missing: Vec<_> = findings.layers.iter().filter(|l| l.required && !l.holds).collect();
    lines.push(if missing.is_empty() {
        "every required layer is active\n".to_owned()
    } else {
        let flags: Vec<_> = missing.iter().map(|l| format!("--waive {}", l.layer)).collect();
        let flags = flags.join(" ");
        format!(
            "not every required layer is active: programs do not run here unless those are given up by name: {flags}\n"
        )
    });
    lines.join("\n")
}
