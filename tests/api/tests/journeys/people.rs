//! Accounts, sessions and profiles.

mod account;
mod guesses;
mod identity;
mod leaving;
mod merges;
mod profiles;
mod second_factor;
mod sessions;
mod tokens;
mod unconfirmed;
mod unknown_addresses;
