//! A look at the nesting before the parser sees it.
//!
//! swc's parser is recursive and guards its stack nowhere but in nested `if`, and it compares each label with all those
//! around it. Text that nests deeper than the engine could follow is refused before. The scan knows strings, comments,
//! templates and, by the token before it, regular expressions; where it takes one for the other it may count wrong. That
//! costs memory at worst, because the stack that the parser runs on is made for the worst text of its length
//! (see [`crate::stack`]).

/// How deep brackets may be nested.
const MAX_BRACKETS: usize = 2_000;
/// How many labels may stand around a statement.
const MAX_LABELS: usize = 1_000;
/// How many `else` may stand at the open levels of brackets. A chain of them is nested, however flat it looks.
const MAX_ELSES: usize = 4_000;
/// How many operators that nest to the right may follow one another in a statement: `!`, `typeof`, `=>`, `?`, `=`, `**`,
/// and the heads of statements.
const MAX_OPERATORS: usize = 8_000;

/// How far from the beginning of its line a bracket may stand to be judged by its indentation.
const MAX_INDENT: usize = 200;

/// What a token leaves to expect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The beginning of a statement.
    Start,
    /// A value: an operator or the statement's end follows.
    Operand,
    /// A word that may be a value or a label.
    Word,
    /// An operator, comma or bracket: a value follows.
    Operator,
    /// `?`, and what else makes a following `word:` no label.
    Choice,
}

/// What counts towards nesting at one level of brackets.
#[derive(Clone, Copy)]
struct Level {
    labels: usize,
    operators: usize,
    elses: usize,
    /// Whether the bracket is that of a substitution in a template.
    template: bool,
    /// Where the bracket stands, or the template's own backtick.
    at: usize,
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    levels: Vec<Level>,
    labels: usize,
    operators: usize,
    elses: usize,
    last: Last,
    before_word: Last,
    /// The template that the text ends in.
    open_template: Option<usize>,
}

/// What is open at a place of the text.
pub(super) struct Open {
    /// The offsets of the brackets, outermost first; a substitution counts as its template's backtick.
    pub(super) brackets: Vec<usize>,
    /// The backtick of the template that ends nowhere.
    pub(super) template: Option<usize>,
    /// A `{` whose closing bracket is indented less than it: more likely it closes another, and this one is left open.
    pub(super) suspect: Option<usize>,
}

/// What is open at byte `end`. To be asked only up to where a parser was content.
pub(super) fn open_at(source: &str, end: usize) -> Open {
    let mut scan = Scan::new(source.get(..end).unwrap_or(source).as_bytes());
    // Lines are looked at near the bracket only: the scan stays linear.
    let line_start = |at: usize| {
        let from = at.saturating_sub(MAX_INDENT);
        let near = source.as_bytes().get(from..at)?;
        let newline = near.iter().rposition(|b| matches!(b, b'\n' | b'\r')).map(|i| from + i + 1);
        newline.or((from == 0).then_some(0))
    };
    let indent = |at: usize| {
        let line = source.as_bytes().get(line_start(at)?..at)?;
        Some(line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count())
    };
    let leads = |at: usize| line_start(at).zip(indent(at)).is_some_and(|(start, indent)| start + indent == at);
    let mut suspect = None;
    while scan.at < scan.bytes.len() {
        let token = scan.at;
        let closes = if scan.peek(0) == b'}' { scan.levels.last().filter(|l| !l.template).map(|l| l.at) } else { None };
        scan.token();
        if let Some(opener) =
            closes.filter(|&opener| scan.levels.len() > 1 && leads(token) && indent(opener) > indent(token))
        {
            suspect.get_or_insert(opener);
        }
    }
    Open { brackets: scan.levels.iter().skip(1).map(|level| level.at).collect(), template: scan.open_template, suspect }
}

/// Where the comments that begin with `//` are, in order. To be asked of text that a parser was content with.
pub(crate) fn line_comments(source: &str) -> Vec<usize> {
    let mut scan = Scan::new(source.as_bytes());
    let mut found = Vec::new();
    while scan.at < scan.bytes.len() {
        if scan.peek(0) == b'/' && scan.peek(1) == b'/' {
            found.push(scan.at);
        }
        scan.token();
    }
    found
}

/// The offset of the first token that is nested deeper than anything honest.
pub(super) fn first_too_deep(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    // Most texts are too short for most kinds, and have too few signs of the others.
    if bytes.len() <= MAX_OPERATORS && bytes.len() <= MAX_ELSES * "else".len() {
        let colons = memchr::memchr_iter(b':', bytes).count();
        let brackets = memchr::memchr3_iter(b'(', b'[', b'{', bytes).count();
        if colons <= MAX_LABELS && brackets <= MAX_BRACKETS {
            return None;
        }
    }
    let mut scan = Scan::new(bytes);
    while scan.at < bytes.len() {
        let token = scan.at;
        scan.token();
        let deep = scan.levels.len() > MAX_BRACKETS + 1
            || scan.labels > MAX_LABELS
            || scan.operators > MAX_OPERATORS
            || scan.elses > MAX_ELSES;
        if deep {
            return Some(token);
        }
    }
    None
}

impl<'a> Scan<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let outside = Level { labels: 0, operators: 0, elses: 0, template: false, at: 0 };
        Self {
            bytes,
            at: 0,
            levels: vec![outside],
            labels: 0,
            operators: 0,
            elses: 0,
            last: Last::Start,
            before_word: Last::Start,
            open_template: None,
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Reads one token, and notes what it does to the nesting.
    fn token(&mut self) {
        let next = self.peek(1);
        let c = self.peek(0);
        self.at += 1;
        match c {
            b'(' | b'[' => self.open(false, Last::Operator, self.at - 1),
            b'{' => self.open(false, Last::Start, self.at - 1),
            b'}' if self.levels.last().is_some_and(|level| level.template) => {
                let start = self.levels.last().map_or(0, |level| level.at);
                self.close();
                self.template(start);
            }
            b'}' => {
                self.close();
                self.reset();
                self.last = Last::Start;
            }
            b')' | b']' => {
                self.close();
                self.last = Last::Operand;
            }
            b'"' | b'\'' => {
                self.skip_to(c, true);
                self.last = Last::Operand;
            }
            b'`' => self.template(self.at - 1),
            b'/' if next == b'/' => {
                while self.at < self.bytes.len() && !matches!(self.peek(0), b'\n' | b'\r') {
                    self.at += 1;
                }
            }
            b'/' if next == b'*' => {
                let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
                let end = rest.windows(2).position(|w| w == b"*/");
                self.at = end.map_or(self.bytes.len(), |end| self.at + end + 3);
            }
            b'/' if !matches!(self.last, Last::Operand | Last::Word) => {
                self.regex();
                self.last = Last::Operand;
            }
            b';' => {
                self.reset();
                self.last = Last::Start;
            }
            b',' => {
                self.reset();
                self.last = Last::Choice;
            }
            b'\n' | b'\r' => {
                // The statement may have ended here without a semicolon.
                if matches!(self.last, Last::Operand | Last::Word) {
                    let labels = self.levels.last().map_or(0, |level| level.labels);
                    self.reset();
                    self.count_labels(labels);
                }
            }
            b':' => {
                if self.last == Last::Word && self.before_word == Last::Start {
                    self.count_labels(1);
                    self.last = Last::Start;
                } else {
                    self.last = Last::Operator;
                }
            }
            b'?' => self.operator(Last::Choice),
            // `==`, `!=`, `<=` and kin stand between two values and nest to the left, which costs the parser nothing.
            b'=' | b'!' | b'<' | b'>' if next == b'=' => {
                while self.peek(0) == b'=' {
                    self.at += 1;
                }
                self.last = Last::Operator;
            }
            b'=' | b'!' | b'~' => self.operator(Last::Operator),
            b'*' if next == b'*' => {
                self.at += 1;
                self.operator(Last::Operator);
            }
            b'+' | b'-' if !matches!(self.last, Last::Operand | Last::Word) => self.operator(Last::Operator),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' | b'.' => self.last = Last::Operator,
            c if c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'#' | b'@' | b'\\') || c >= 0x80 => {
                self.word();
            }
            _ => {}
        }
    }

    fn open(&mut self, template: bool, last: Last, at: usize) {
        self.levels.push(Level { labels: 0, operators: 0, elses: 0, template, at });
        self.last = last;
    }

    fn close(&mut self) {
        if self.levels.len() > 1 {
            self.reset();
            if let Some(level) = self.levels.pop() {
                self.elses -= level.elses.min(self.elses);
            }
        }
    }

    /// A statement ends: what nested in it no longer does.
    fn reset(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            self.labels -= level.labels.min(self.labels);
            self.operators -= level.operators.min(self.operators);
            level.labels = 0;
            level.operators = 0;
        }
    }

    fn count_labels(&mut self, count: usize) {
        self.labels += count;
        if let Some(level) = self.levels.last_mut() {
            level.labels += count;
        }
    }

    fn operator(&mut self, last: Last) {
        self.operators += 1;
        if let Some(level) = self.levels.last_mut() {
            level.operators += 1;
        }
        self.last = last;
    }

    fn word(&mut self) {
        let start = self.at - 1;
        while self.peek(0).is_ascii_alphanumeric()
            || matches!(self.peek(0), b'_' | b'$' | b'\\')
            || self.peek(0) >= 0x80
        {
            self.at += 1;
        }
        let before = self.last;
        match self.bytes.get(start..self.at).unwrap_or_default() {
            b"typeof" | b"void" | b"delete" | b"new" | b"await" | b"yield" | b"throw" | b"extends" => {
                self.operator(Last::Operator);
            }
            // A statement follows, which may have a label.
            b"else" => {
                self.elses += 1;
                if let Some(level) = self.levels.last_mut() {
                    level.elses += 1;
                }
                self.last = Last::Start;
            }
            b"do" => self.operator(Last::Start),
            b"if" | b"for" | b"while" | b"with" => self.operator(Last::Choice),
            b"return" | b"in" | b"of" | b"instanceof" | b"case" => self.last = Last::Choice,
            _ => {
                // `if (a) label:` and kin: the bracket may be the head of a statement.
                self.before_word = if before == Last::Operand { Last::Start } else { before };
                self.last = Last::Word;
            }
        }
    }

    /// Past the end of a string, or of its line.
    fn skip_to(&mut self, quote: u8, one_line: bool) {
        while self.at < self.bytes.len() {
            let c = self.peek(0);
            self.at += 1;
            match c {
                b'\\' => self.at += 1,
                b'\n' if one_line => return,
                c if c == quote => return,
                _ => {}
            }
        }
    }

    /// Past the end of the template that begins at `start`, or into its next substitution.
    fn template(&mut self, start: usize) {
        while self.at < self.bytes.len() {
            let c = self.peek(0);
            self.at += 1;
            match c {
                b'\\' => self.at += 1,
                b'`' => {
                    self.last = Last::Operand;
                    return;
                }
                b'$' if self.peek(0) == b'{' => {
                    self.at += 1;
                    self.open(true, Last::Operator, start);
                    return;
                }
                _ => {}
            }
        }
        self.open_template = Some(start);
        self.last = Last::Operand;
    }

    /// Past the end of a regular expression, or of its line.
    fn regex(&mut self) {
        let mut class = false;
        while self.at < self.bytes.len() {
            let c = self.peek(0);
            self.at += 1;
            match c {
                b'\\' => self.at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => return,
                b'\n' => return,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_looks_nested_does_not_count() {
        let many = "(".repeat(5_000);
        for honest in [
            format!("const s = '{many}';"),
            format!("const s = `{many}`;"),
            format!("/* {many} */ true"),
            format!("// {many}\ntrue"),
            format!("const r = /[{many}]/; true"),
            "(1);".repeat(5_000),
            "`${1}`;".repeat(20_000),
            "{a:1},".repeat(20_000),
            "x = !y\n".repeat(20_000),
            "case 1: case b: f(); break;".repeat(5_000),
            "+1".repeat(20_000),
            "&& a.b(c) ".repeat(20_000),
            "a ? b : c;".repeat(20_000),
            "&& a === b || c >= d ".repeat(20_000),
            "if (a) { b() } else { c() }\n".repeat(3_000),
            "for (;;) { b() }\n".repeat(20_000),
        ] {
            assert_eq!(first_too_deep(&honest), None, "{}", honest.get(..40).unwrap_or(""));
        }
    }

    #[test]
    fn deep_nesting_is_found_where_it_begins() {
        for open in ["(", "[", "{", "{["] {
            let text = open.repeat(3_000);
            assert_eq!(first_too_deep(&text), Some(MAX_BRACKETS), "{open}");
        }
        assert!(first_too_deep(&"`${".repeat(3_000)).is_some());
        assert_eq!(first_too_deep(&"a:".repeat(3_000)), Some(2 * MAX_LABELS + 1));
        assert!(first_too_deep(&"if(1)a:".repeat(3_000)).is_some());
        assert!(first_too_deep(&"!".repeat(20_000)).is_some());
        assert!(first_too_deep(&"a=>".repeat(20_000)).is_some());
        assert!(first_too_deep(&"typeof ".repeat(20_000)).is_some());
        assert!(first_too_deep(&"if(1);else ".repeat(5_000)).is_some());
        assert!(first_too_deep(&"for(;;)".repeat(20_000)).is_some());
        assert_eq!(first_too_deep(&"(".repeat(MAX_BRACKETS)), None);
    }
}
