//! Everything of Note Ninja that talks to AWS: table, objects, users.
