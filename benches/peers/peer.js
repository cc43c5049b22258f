// One peer, kept running: reads the number of a program a line, answers with the microseconds that it took and whether it
// completed with true. Driven by benches/src/bin/peers.rs.
//
//   node peer.js nodevm|isolated|isolated-reuse|quickjs PROGRAMS.jsonl
'use strict';
const { readFileSync } = require('fs');
const { createInterface } = require('readline');

const [which, file] = process.argv.slice(2);
const programs = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line).code);
const TIMEOUT = 5000;
const MEMORY_MIB = 32;

const makers = {
    // A fresh context, and no isolation.
    nodevm: () => {
        const vm = require('vm');
        const names = { Math, JSON, parseInt, parseFloat, String, Number, Array, Object, Boolean, Date, RegExp, Map, Set, isNaN, isFinite };
        return (code) => new vm.Script(code).runInNewContext({ ...names }, { timeout: TIMEOUT });
    },
    // A fresh isolate.
    isolated: () => {
        const ivm = require('isolated-vm');
        return (code) => {
            const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MIB });
            try {
                const context = isolate.createContextSync();
                return isolate.compileScriptSync(code).runSync(context, { timeout: TIMEOUT });
            } finally {
                isolate.dispose();
            }
        };
    },
    // A fresh context in an isolate that earlier programs have used.
    'isolated-reuse': () => {
        const ivm = require('isolated-vm');
        const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MIB });
        return (code) => {
            const context = isolate.createContextSync();
            try {
                return isolate.compileScriptSync(code).runSync(context, { timeout: TIMEOUT });
            } finally {
                context.release();
            }
        };
    },
    // QuickJS in WebAssembly, a fresh runtime.
    quickjs: async () => {
        const { getQuickJS } = require('quickjs-emscripten');
        const engine = await getQuickJS();
        return (code) => {
            const runtime = engine.newRuntime();
            runtime.setMemoryLimit(MEMORY_MIB << 20);
            const begun = Date.now();
            runtime.setInterruptHandler(() => Date.now() - begun > TIMEOUT);
            const context = runtime.newContext();
            try {
                const result = context.evalCode(code);
                const handle = result.error ?? result.value;
                const value = context.dump(handle);
                handle.dispose();
                return result.error ? undefined : value;
            } finally {
                context.dispose();
                runtime.dispose();
            }
        };
    },
};

(async () => {
    const run = await makers[which]();
    for await (const line of createInterface({ input: process.stdin })) {
        const code = programs[Number(line)];
        const begun = process.hrtime.bigint();
        let passed = false;
        try {
            passed = run(code) === true;
        } catch {
            // Not passed.
        }
        const took = Number(process.hrtime.bigint() - begun) / 1e3;
        process.stdout.write(`${took} ${passed}\n`);
    }
})();
