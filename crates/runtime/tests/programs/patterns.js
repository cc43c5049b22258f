//# number with a default in an arrow's parameter
(({ 0: v = 0, 1: w = 2 }) => [v, w])({ 0: 5 })
//# pairs by index in map
[['a', 1], ['b']].map(({ 0: k, 1: v = 5, length }, i) => k + v + length + i)
//# computed key with a default in an arrow's parameter
const k = 'q'; ((a, { [k]: v = 1 }, b = v) => [a, v, b])(0, {})
//# computed key with a nested pattern
const k = 'q'; (({ [k]: { v: [x] } }) => x)({ q: { v: [3] } })
//# order and length of parameters
const r = []; const f = (a = r.push('a'), { [(r.push('k'), 'q')]: v = r.push('v') }, [w] = [r.push('w')], ...z) => [a, v, w, z.length];
[f(undefined, {}, undefined, 1, 2), f.length, r]
//# a parameter sees a later one too early
try { ((a = b, { ['q']: b = 1 }) => a)(undefined, {}) } catch (e) { e.name }
//# a body declares a parameter again
const f = (a, { ['q']: b = 1 }, g = () => b) => { var b = 7; return [a, b, g()] }; f(1, { q: 4 })
//# a body hides a name that the parameters use
let k = 'q'; (({ [k]: v = 1 }) => { let k = 9; return v + k })({})
//# the text and name of such a function
const f = ({ ['a']: v = 1 }) => v; [f.toString(), f.name, f.length]
//# this and arguments in such a function
function g() { return (({ [arguments[0]]: b = arguments[1] }) => [this.x, arguments.length, b])({}) } g.call({ x: 1 }, 'q', 3)
//# super in such a function
class B { x() { return 5 } } class K extends B { m() { return (({ ['a']: v = super.x() }) => v + super.x())({}) } } new K().m()
//# assignment below numbers and computed keys
let v, w, x; const k = 'q'; ({ 0: v = 3, [k]: w = () => 1, [k + 1]: [x] = [4] } = {}); [v, w.name, x]
//# targets in parentheses
let a, o = {}; ({ x: (a), y: (o.z), w: (o['v']) = 3 } = { x: 5, y: 6 }); [a, o]
//# a constant as such a target
const c = 1; let r; try { ({ ['x']: c = 2 } = {}) } catch (e) { r = e.name } [r, c]
//# patterns in the heads of loops
let i, j, r = []; for ({ ['x']: i = 4, 0: j = 5 } of [{}, { x: 2, 0: 1 }]) r.push(i + j); r
//# a yield in a key
function* g() { let v; ({ [yield 1]: v = yield 2 } = {}); return v } const it = g(); [it.next().value, it.next('a').value, it.next('z').value]
//# the characters of a string
let { '1': v, 0: w, length } = 'abc'; [v, w, length]
//# the rest beside an index
(({ 0: v, ...rest }) => rest)({ 0: 9, 1: 2, b: 3 })
//# nothing to take from
[null, undefined].map((x) => { try { return (({ [0]: v = 1 }) => v)(x) } catch (e) { return e.name } })
//# swaps and holes
let [a, , b = a, ...[c, d = 4]] = [1, 2, undefined, 3]; [a, b] = [b + 10, a]; [a, b, c, d]
//# iterators close
const log = []; const it = { [Object.getOwnPropertySymbols(Array.prototype)[0]]() { return { next: () => ({ done: false, value: log.push('n') }), return: () => (log.push('r'), {}) } } };
const [x, y] = it; let [] = it; [x, y, log]
