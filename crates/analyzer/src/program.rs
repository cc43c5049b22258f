//! The accepted program in the form that travels to the worker.

use serde::{Deserialize, Serialize};

/// The canonical program, printed from the AST that was judged, with the way back to the user's own text.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The user's own text.
    pub source: String,
    /// The text that the engine runs: printed from the AST, with safepoints and desugarings woven in.
    pub text: String,
    /// Every woven name is this prefix and a suffix from [`Program::TICK`] and kin. The prefix occurs in no identifier of
    /// the user's program. [`Program::PREFIX`] unless the program uses that itself.
    pub prefix: String,
    /// Where the tokens of `text` come from, sorted by `line` and `column`.
    pub positions: Vec<Position>,
    /// The functions and classes of the program, for `toString`.
    pub functions: Vec<FunctionText>,
}

/// A token of the printed text and the byte of the user's text that it comes from.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// 1-based line of the printed text, as the engine counts.
    pub line: u32,
    /// 1-based column of the printed text, as the engine counts.
    pub column: u32,
    /// Byte offset in the user's text.
    pub source: u32,
}

/// A function or class in both texts, as byte ranges.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionText {
    /// Where it stands in the printed text.
    pub text: std::ops::Range<u32>,
    /// Where it stands in the user's text.
    pub source: std::ops::Range<u32>,
}

impl Program {
    /// The prefix of woven names in nearly every program; a warm realm has these names bound already.
    pub const PREFIX: &str = "$mk_";
    /// The suffix of the safepoint function, which the runtime binds. It answers how many turns of a loop may pass until
    /// the next call: a positive integer, and nothing else. Anything below it means a call each turn, `NaN` no call at all.
    pub const TICK: &str = "t";
    /// The suffix of the same for a safepoint right before the call of a script function that may return without passing any:
    /// it counts that one's frame, too.
    pub const ENTER: &str = "e";
    /// The suffix of the function that computes `base ** exponent`, which the runtime binds.
    pub const POWER: &str = "x";
    /// Methods that call a function once for each element or comparison. One that is written as their argument has no
    /// safepoint at its head: the runtime's builtins of these names pass it before each call.
    pub const WALKS: &[&str] = &[
        "every",
        "filter",
        "find",
        "findIndex",
        "findLast",
        "findLastIndex",
        "flatMap",
        "forEach",
        "map",
        "reduce",
        "reduceRight",
        "some",
        "sort",
        "toSorted",
    ];
    /// The suffix of the variable that counts a loop's turns. The text declares it itself.
    pub const TURNS: &str = "k";
    /// The suffix of the variable it is compared with, which holds 1. The text declares it itself.
    pub const LAST: &str = "l";
    /// The suffix of the variable that holds the value of a loop's own variable at which the loop ticks. The text declares it itself.
    pub const MARK: &str = "m";
    /// The suffix of the variable that holds the completion value, and of those for `finally` blocks with a number behind
    /// it. The text declares them itself, as it does every other woven name: `i` is the method that initializes fields,
    /// `a` the parameters of a constructor that the printer added, `b` with a number the labels it added, `c` the keys of a
    /// class, `d` a value that goes nowhere, `p`, with a number or not, a parameter that the printer added, and `let` and
    /// `async` are labels that the engine would misread.
    pub const VALUE: &str = "v";

    /// The text as it is, without safepoints. For tests of the runtime.
    #[must_use]
    pub fn unwoven(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            text: source.to_owned(),
            prefix: Self::PREFIX.to_owned(),
            positions: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The byte of the user's text that a place of the printed text comes from: that of the last token at or before it.
    #[must_use]
    pub fn source_offset(&self, line: u32, column: u32) -> Option<u32> {
        let after = self.positions.partition_point(|p| (p.line, p.column) <= (line, column));
        after.checked_sub(1).and_then(|i| self.positions.get(i)).map(|p| p.source)
    }
}
