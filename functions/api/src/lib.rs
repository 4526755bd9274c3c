//! The HTTP API of Note Ninja, one Lambda function.
