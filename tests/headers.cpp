// Needs nothing but the headers that all tests share, which are compiled with it.
