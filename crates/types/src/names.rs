//! The names that decide what a program may touch: what the global object offers, and what must never be there.

/// The global object of the policy `default`: fifteen intrinsics and three values, and nothing else.
pub const DEFAULT_GLOBALS: &[&str] = &[
    "Array",
    "Boolean",
    "Date",
    "Infinity",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "RegExp",
    "Set",
    "String",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "undefined",
];

/// The value properties that ECMA-262 (19.1) makes neither writable nor configurable: every policy offers them.
pub const FIXED_GLOBALS: &[&str] = &["Infinity", "NaN", "undefined"];

/// What the policy `extended` offers on top: intrinsics of the language that carry no capability.
pub const EXTENDED_GLOBALS: &[&str] = &[
    "AggregateError",
    "ArrayBuffer",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "DataView",
    "Error",
    "EvalError",
    "Float32Array",
    "Float64Array",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Iterator",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakSet",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "unescape",
];

/// What a forbidden name would give.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Compiles strings to code.
    DynamicCode,
    /// Loads modules.
    Modules,
    /// The process, its environment or other processes.
    Process,
    /// The global object, and through it everything else.
    Global,
    /// Paths of the host.
    Files,
    /// The network.
    Network,
    /// Code that runs later.
    Timers,
    /// Other threads or shared memory, and with them clocks and races.
    Threads,
    /// Another runtime's own namespace.
    Runtime,
    /// Native code.
    Native,
}

/// A name that no policy can allow.
#[non_exhaustive]
#[derive(Debug, Clone, Copy)]
pub struct Forbidden {
    /// The identifier.
    pub name: &'static str,
    /// What it would give.
    pub reach: Reach,
    /// Why it is forbidden, to follow "because it".
    pub reason: &'static str,
}

macro_rules! forbidden {
    ($($name:literal $reach:ident $reason:literal),* $(,)?) => {
        /// Names whose free use rejects a program, with the reason. No policy can allow them.
        pub const FORBIDDEN: &[Forbidden] = &[$(Forbidden { name: $name, reach: Reach::$reach, reason: $reason }),*];
    };
}

forbidden! {
    "eval" DynamicCode "compiles a string to code that was never analysed",
    "Function" DynamicCode "compiles a string to code that was never analysed",
    "GeneratorFunction" DynamicCode "compiles a string to code that was never analysed",
    "AsyncFunction" DynamicCode "compiles a string to code that was never analysed",
    "AsyncGeneratorFunction" DynamicCode "compiles a string to code that was never analysed",
    "execScript" DynamicCode "compiles a string to code that was never analysed",
    "require" Modules "loads modules from the host's files",
    "importScripts" Modules "loads scripts from the network",
    "define" Modules "loads modules",
    "process" Process "gives the host process, its environment and its exit",
    "child_process" Process "starts processes",
    "global" Global "gives the global object",
    "globalThis" Global "gives the global object",
    "window" Global "gives the global object of a browser",
    "self" Global "gives the global object of a browser or a worker",
    "frames" Global "gives the global objects of a browser's frames",
    "__dirname" Files "tells a path of the host",
    "__filename" Files "tells a path of the host",
    "fetch" Network "opens network connections",
    "XMLHttpRequest" Network "opens network connections",
    "WebSocket" Network "opens network connections",
    "EventSource" Network "opens network connections",
    "setTimeout" Timers "runs code after the verdict",
    "setInterval" Timers "runs code after the verdict",
    "setImmediate" Timers "runs code after the verdict",
    "clearTimeout" Timers "belongs to timers, and there are none",
    "clearInterval" Timers "belongs to timers, and there are none",
    "clearImmediate" Timers "belongs to timers, and there are none",
    "queueMicrotask" Timers "runs code after the verdict",
    "requestAnimationFrame" Timers "runs code after the verdict",
    "requestIdleCallback" Timers "runs code after the verdict",
    "Worker" Threads "starts threads",
    "SharedWorker" Threads "starts threads",
    "ServiceWorker" Threads "starts threads",
    "SharedArrayBuffer" Threads "shares memory between threads and makes a precise clock",
    "Atomics" Threads "waits on memory shared between threads",
    "Deno" Runtime "gives files, network and processes of the Deno runtime",
    "Bun" Runtime "gives files, network and processes of the Bun runtime",
    "WebAssembly" Native "compiles bytes to native code",
}

/// The row of a forbidden name.
#[must_use]
pub fn forbidden(name: &str) -> Option<&'static Forbidden> {
    FORBIDDEN.iter().find(|f| f.name == name)
}

/// The candidate nearest to `name`, if one is near enough to be a likely slip: a few letters differ, or its end is missing.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let begins = |c: &str| name.len() >= 4 && c.starts_with(name);
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&name.to_lowercase(), &c.to_lowercase()), c))
        .filter(|&(distance, c)| distance <= 1 + c.len().min(name.len()) / 4 || begins(c))
        .min()
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_disjoint_and_of_the_promised_size() {
        assert_eq!(DEFAULT_GLOBALS.len(), 18);
        for name in DEFAULT_GLOBALS.iter().chain(EXTENDED_GLOBALS) {
            assert!(forbidden(name).is_none(), "{name} is both offered and forbidden");
        }
        assert!(EXTENDED_GLOBALS.iter().all(|n| !DEFAULT_GLOBALS.contains(n)));
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("timeout_m", ["timeout_ms", "memory_mib"]), Some("timeout_ms"));
        assert_eq!(nearest("timeout", ["timeout_ms", "memory_mib"]), Some("timeout_ms"));
        assert_eq!(nearest("banana", ["timeout_ms", "memory_mib"]), None);
    }
}
