class C { static [[8].findIndex((n) => n === 8)](a) { return a } }
C[0](true)
