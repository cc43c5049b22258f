function Infinity() {}
