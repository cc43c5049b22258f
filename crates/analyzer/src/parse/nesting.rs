//! A look at the brackets before the parser sees them.
//!
//! swc's parser is recursive and guards its stack nowhere but in nested `if`: text that nests deeper than the engine could
//! follow is refused before. The scan knows strings, comments, templates and, by the token before it, regular
//! expressions; where it takes one for the other it may count wrong. That is harmless, because the stack that the
//! parser runs on is made for the worst case of a text of its length (see [`crate::stack`]).

/// How deep brackets may be nested.
const MAX_BRACKETS: usize = 2_000;

/// The offset of the first bracket that is nested deeper than anything honest.
pub(super) fn first_too_deep(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    if bytes.len() <= MAX_BRACKETS {
        return None;
    }
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    // The depth at which each open template substitution stands.
    let mut templates: Vec<usize> = Vec::new();
    let mut depth = 0usize;
    let mut division = false;
    let mut i = 0;
    while i < bytes.len() {
        match at(i) {
            b'(' | b'[' | b'{' => {
                depth += 1;
                division = false;
                if depth > MAX_BRACKETS {
                    return Some(i);
                }
            }
            b'}' if templates.last() == Some(&depth) => {
                templates.pop();
                depth = depth.saturating_sub(1);
                i = template(bytes, i + 1, &mut depth, &mut templates);
                division = true;
                if depth > MAX_BRACKETS {
                    return Some(i.min(bytes.len()) - 1);
                }
                continue;
            }
            close @ (b')' | b']' | b'}') => {
                depth = depth.saturating_sub(1);
                division = close != b'}';
            }
            quote @ (b'"' | b'\'') => {
                i = string(bytes, i + 1, quote);
                division = true;
                continue;
            }
            b'`' => {
                i = template(bytes, i + 1, &mut depth, &mut templates);
                division = true;
                if depth > MAX_BRACKETS {
                    return Some(i.min(bytes.len()) - 1);
                }
                continue;
            }
            b'/' if at(i + 1) == b'/' => {
                while i < bytes.len() && !matches!(at(i), b'\n' | b'\r') {
                    i += 1;
                }
                continue;
            }
            b'/' if at(i + 1) == b'*' => {
                i = find(bytes, i + 2, b"*/").map_or(bytes.len(), |end| end + 2);
                continue;
            }
            b'/' if !division => {
                i = regex(bytes, i + 1);
                division = true;
                continue;
            }
            c if c.is_ascii_whitespace() => {}
            c => division = c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c >= 0x80,
        }
        i += 1;
    }
    None
}

/// Past the end of a string, or of its line.
fn string(bytes: &[u8], mut i: usize, quote: u8) -> usize {
    while let Some(&c) = bytes.get(i) {
        match c {
            b'\\' => i += 1,
            b'\n' => return i,
            c if c == quote => return i + 1,
            _ => {}
        }
        i += 1;
    }
    i
}

/// Past the end of a template, or past the `${` of its next substitution, which counts as a bracket.
fn template(bytes: &[u8], mut i: usize, depth: &mut usize, templates: &mut Vec<usize>) -> usize {
    while let Some(&c) = bytes.get(i) {
        match c {
            b'\\' => i += 1,
            b'`' => return i + 1,
            b'$' if bytes.get(i + 1) == Some(&b'{') => {
                *depth += 1;
                templates.push(*depth);
                return i + 2;
            }
            _ => {}
        }
        i += 1;
    }
    i
}

/// Past the end of a regular expression, or of its line.
fn regex(bytes: &[u8], mut i: usize) -> usize {
    let mut class = false;
    while let Some(&c) = bytes.get(i) {
        match c {
            b'\\' => i += 1,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => return i + 1,
            b'\n' => return i,
            _ => {}
        }
        i += 1;
    }
    i
}

fn find(bytes: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    bytes.get(from..)?.windows(needle.len()).position(|w| w == needle).map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_text_do_not_count() {
        let many = "(".repeat(5_000);
        for honest in [
            format!("const s = '{many}';"),
            format!("const s = `{many}`;"),
            format!("/* {many} */ true"),
            format!("// {many}\ntrue"),
            format!("const r = /[{many}]/; true"),
            "(1);".repeat(5_000),
            "`${1}`;".repeat(5_000),
        ] {
            assert_eq!(first_too_deep(&honest), None);
        }
    }

    #[test]
    fn deep_nesting_is_found_where_it_begins() {
        for open in ["(", "[", "{", "`${"] {
            let text = open.repeat(MAX_BRACKETS + 1);
            assert_eq!(first_too_deep(&text), Some(text.len() - 1), "{open}");
        }
        assert_eq!(first_too_deep(&"(".repeat(MAX_BRACKETS)), None);
    }
}
