class C { #p = delete (0)?.length.#p; }
new C(); true
