//! `mikoshi explain`

use mikoshi_sandbox::Code;
use mikoshi_sandbox::codes::CODES;
use mikoshi_types::names::nearest;

use crate::args::ExplainArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn explain(args: &ExplainArgs) -> Result<bool, Failure> {
    let Some(name) = &args.code else {
        let rows: Vec<String> = CODES.iter().map(|i| format!("{}  {:24} {}", i.code, i.slug, i.title)).collect();
        output::result(&(rows.join("\n") + "\n"))?;
        return Ok(true);
    };
    let Some(code) = Code::find(name) else {
        let codes: Vec<String> = CODES.iter().map(|i| i.code.to_string()).collect();
        let slugs = CODES.iter().map(|i| i.slug);
        let hint = match nearest(name, codes.iter().map(String::as_str).chain(slugs)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`mikoshi explain` lists them all".to_owned(),
        };
        return Err(Failure::new(format!("there is no code `{name}`: {hint}")));
    };
    output::result(&mikoshi_sandbox::explain(code))?;
    Ok(true)
}
