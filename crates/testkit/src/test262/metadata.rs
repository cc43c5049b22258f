//! The YAML head of a test262 file, as far as a runner needs it.

/// What a test asks of its runner.
#[derive(Debug, Default, Clone)]
pub(super) struct Metadata {
    pub(super) flags: Vec<String>,
    pub(super) includes: Vec<String>,
    pub(super) features: Vec<String>,
    /// `(phase, type)` of the error that the test demands.
    pub(super) negative: Option<(String, String)>,
}

impl Metadata {
    /// Reads the head between `/*---` and `---*/`. The files use a small part of YAML: lists in brackets or by dashes, and
    /// one nested map, `negative`.
    pub(super) fn read(text: &str) -> Self {
        let mut meta = Self::default();
        let Some(head) = text.split("/*---").nth(1).and_then(|t| t.split("---*/").next()) else {
            return meta;
        };
        let (mut phase, mut kind, mut key) = (None, None, "");
        for line in head.lines() {
            let trimmed = line.trim();
            if let Some(item) = trimmed.strip_prefix("- ") {
                meta.list(key).map(|l| l.push(item.trim().to_owned())).unwrap_or_default();
            } else if let Some((name, value)) = trimmed.split_once(':') {
                let value = value.trim();
                match name {
                    "phase" if key == "negative" => phase = Some(value.to_owned()),
                    "type" if key == "negative" => kind = Some(value.to_owned()),
                    _ if !line.starts_with(char::is_whitespace) => {
                        key = name;
                        if let (Some(list), Some(items)) =
                            (meta.list(key), value.strip_prefix('[').and_then(|v| v.strip_suffix(']')))
                        {
                            list.extend(items.split(',').map(|i| i.trim().to_owned()).filter(|i| !i.is_empty()));
                        }
                    }
                    _ => {}
                }
            }
        }
        meta.negative = phase.zip(kind);
        meta
    }

    fn list(&mut self, key: &str) -> Option<&mut Vec<String>> {
        match key {
            "flags" => Some(&mut self.flags),
            "includes" => Some(&mut self.includes),
            "features" => Some(&mut self.features),
            _ => None,
        }
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.flags.iter().any(|f| f == name)
    }

    /// The modes to run it in: sloppy is `false`, strict is `true`.
    pub(super) fn modes(&self) -> &'static [bool] {
        if self.flag("onlyStrict") {
            &[true]
        } else if self.flag("noStrict") || self.flag("raw") {
            &[false]
        } else {
            &[false, true]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Metadata;

    #[test]
    fn reads_both_list_forms_and_the_nested_map() {
        let text = "/*---\ndescription: a: b\nflags: [onlyStrict, raw]\nincludes:\n  - a.js\n  - b.js\nnegative:\n  phase: parse\n  type: SyntaxError\nfeatures: [x]\n---*/";
        let meta = Metadata::read(text);
        assert_eq!((meta.flags.len(), meta.includes.len(), meta.features.len()), (2, 2, 1));
        assert_eq!(meta.negative, Some(("parse".to_owned(), "SyntaxError".to_owned())));
        assert_eq!(meta.modes(), [true]);
    }
}
