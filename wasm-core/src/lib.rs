//! The rules of Note Ninja: pure Rust shared by the browser (as WebAssembly) and the server.
