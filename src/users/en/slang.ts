/** Slang and neighbouring keys of an English keyboard. */

/** Word to its short form; none of the words names a value of a product. */
export const SLANG: Readonly<Record<string, string>> = {
  please: "pls", thanks: "thx", because: "cuz", could: "cld", should: "shld", would: "wld", though: "tho", really: "rly", before: "b4",
  something: "smth", about: "abt", looking: "lookin", getting: "gettin", going: "goin", with: "w/", without: "w/o", probably: "prob", message: "msg",
};

export const NEIGHBOURS: Readonly<Record<string, string>> = {
  a: "qsz", b: "vn", c: "xv", d: "sf", e: "wr", f: "dg", g: "fh", h: "gj", i: "uo", j: "hk", k: "jl", l: "k", m: "n", n: "bm", o: "ip", p: "o", q: "wa", r: "et", s: "ad",
  t: "ry", u: "yi", v: "cb", w: "qe", x: "zc", y: "tu", z: "x",
};
