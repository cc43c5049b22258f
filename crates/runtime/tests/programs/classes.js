//# a function in a key
let x = 'm'; class C { static get [(() => x)()]() { return 1 } [(() => x + 2)()]() { return 3 } } [C.m, new C().m2()]
//# a local name in a key, in an inner function
(function () { let x = 'm'; return () => { class C { [x]() { return 1 } } return new C().m() } })()()
//# keys in order
const log = []; const k = (n) => ({ toString() { log.push('str' + n); return n } });
class C { [(log.push(1), ((x) => x)(k('a')))]() {} static [(log.push(2), k('b'))] = log.push('value'); get [(log.push(3), k('c'))]() { return 1 } static { log.push('block') } }
[log, Object.getOwnPropertyNames(C.prototype), Object.getOwnPropertyNames(C)]
//# a class within a key
class C { [(() => { class D { [(() => 'inner')()]() {} } return Object.getOwnPropertyNames(D.prototype)[1] })()]() { return 1 } [(() => 'z')()]() {} } Object.getOwnPropertyNames(C.prototype)
//# symbols as keys
const s = Object.getOwnPropertySymbols(Array.prototype)[0]; let v = 'it'; class C { *[(() => s)()]() { yield v } set [v](x) { this.q = x } } const c = new C(); c.it = 5; [[...c], c.q]
//# a class expression in an object
const o = { x: class { [(() => 'k')()]() { return 2 } } }; [new o.x().k(), o.x.name, Object.getOwnPropertyNames(o.x)]
//# the classes of a loop
const r = []; for (let x of ['a', 'b']) { const C = class { [x]() { return x + x } }; r.push(new C()[x]()) } r
//# a default parameter with a class
function f(x = 'q', C = class { [x]() { return () => x } }) { return new C().q()() } f()
//# the class's name in its own key
const r = []; try { (class A { static [A.x] = 1 }) } catch (e) { r.push(e.name) } try { class A { [typeof A]() {} } } catch (e) { r.push(e.name) } r
//# fields that count their class
class T { static n = 0; a = ++T.n; #p = ++T.n; ['q'] = ++T.n; 3 = ++T.n; get p() { return this.#p } } const t = new T(); [t.a, t.p, t.q, t[3], T.n]
//# a private field that is not there yet
class C { y = this.#x; #x = 1 } try { new C() } catch (e) { e.name }
//# private names in objects
class C { #x = 1; static has(o) { return #x in o } y = #x in this } [new C().y, C.has({}), C.has(new C())]
//# private methods and accessors
class C { #v = 1; #m() { return this.#v } get #g() { return this.#m() * 2 } set #g(x) { this.#v = x } run() { this.#g = 5; return [this.#g, this.#v++, this.#v] } } new C().run()
//# a static block sees what came before
class C { static a = 1; static { this.b = this.a + 1 } static c = this.b + 1 } [C.a, C.b, C.c]
//# super in static and object methods
class A { static s() { return 'A' + this.t } } class B extends A { static t = 'B'; static s() { return super.s() + '!' } } const o = { __proto__: { m() { return this.z } }, z: 4, m() { return super.m() + 1 } }; [B.s(), o.m()]
//# a constructor that returns
class A { constructor() { return { a: 1 } } } class B extends A { b = 2 } [new B(), new B() instanceof B]
//# this before super
class A {} class B extends A { constructor() { try { this.x } catch (e) { super(); this.n = e.name } } } new B().n
//# super called twice
class A {} class B extends A { constructor() { super(); try { super() } catch (e) { this.n = e.name } } } new B().n
//# new.target
function F() { return new.target === F } class A { constructor() { this.t = new.target.name } } class B extends A {} [new F() instanceof F, F(), new B().t]
//# a class is called
try { (class A {})() } catch (e) { e.name }
//# extends null and what is no constructor
const r = []; for (const P of [null, 1, () => 1]) try { class A extends P {} r.push(typeof A) } catch (e) { r.push(e.name) } r
//# accessors override fields
class A { get x() { return 1 } } class B extends A { x = 2 } class C extends A { constructor() { super(); try { this.x = 3 } catch (e) { this.e = e.name } } } [new B().x, new C().x, new C().e]
//# extending builtins
class S extends Array { last() { return this[this.length - 1] } } const s = S.from([3, 1, 2]); const m = s.map((x) => x * 2); [m instanceof S, m.last(), s.sort().last(), s.length, S.of(7).last()]
//# extending Map
class D extends Map { get(k) { return super.get(k) ?? 0 } } const d = new D([['a', 1]]); d.set('b', d.get('b') + 5); [d.get('a'), d.get('b'), d.get('c'), d.size]
//# names of methods
class C { static #p() {} static n = [() => 1][0].name; ['a' + 1]() {} get g() { return 1 } static q = () => 1 } [C.n, C.prototype.a1.name, Object.getOwnPropertyDescriptor(C.prototype, 'g').get.name, C.q.name]
//# methods cannot be constructed
const r = []; for (const f of [{ m() {} }.m, () => 1, Math.max, function* () {}]) try { new f(); r.push('ok') } catch (e) { r.push(e.name) } r
//# this in callbacks in callbacks
class Graph {
  constructor() { this.edges = new Map() }
  add(a, b) { (this.edges.get(a) || this.edges.set(a, []).get(a)).push(b); return this }
  walk(from, seen = []) { if (!seen.includes(from)) { seen.push(from); (this.edges.get(from) || []).forEach((to) => this.walk(to, seen)) } return seen }
  pairs() { const out = []; [...this.edges.keys()].forEach((a) => { this.edges.get(a).forEach((b) => { out.push(a + b) }) }); return out }
  both(x) { return x.map((a) => x.filter((b) => this.edges.get(a)?.includes(b))) }
  text() { return ((a) => (b) => this).toString() }
}
const g = new Graph().add('a', 'b').add('b', 'c').add('a', 'c'); [g.walk('a'), g.pairs(), g.both(['a', 'b', 'c']), g.text()]
