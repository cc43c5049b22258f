true; class A { static a = 1; static b() { return 2 } }
