//! The embedded cloud and development server of Note Ninja: one process, loopback only.
