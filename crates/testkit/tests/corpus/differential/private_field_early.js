do {
    ((new (class {
        #v = ((()=>{
            try {
                return this.#v;
                throw (((({
                    k: (new (class {
                        #v = ((()=>{
                            try {
                                return (Math[((function a() {}).name)]).#v;
                                throw (as.stringify((Infinity)) === (`\`${('\u{1F600}') && (/^$/m)}b`));
                            } catch (e) {
                                return e;
                            }
                        })());
                        v() {
                            return this.#v;
                        }
                    })().v())
                }).k)) === '"\\ud83d"');
            } catch (e) {
                return e;
            }
        })());
        v() {
            return this.#v;
        }
    })().v())) && v.stringify('\u2028') === ((function*() {
        switch(0){
            case 0:
                yield (((()=>{
                    try {
                        throw ('"\u2028"');
                    } catch (e) {
                        return e;
                    }
                })()));
                break;
            default:
        }
    })().next().value);
}while (((!(Array.from))(('\uD800'), ((v1, v2 = 0)=>({
        get flags () {
            10n;
            ({});
        }
    })))))
