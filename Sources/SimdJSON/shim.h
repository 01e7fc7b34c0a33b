// Only CSimdJSON includes simdjson's header, which is C++. This module is there for the flags that
// pkg-config knows.
