//! Confirmation before an action that cannot be undone: the user types the number of affected items.

use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, Result, bail};
use chores::run;

/// Items that an action permanently removes.
pub(crate) struct Loss<'a> {
    pub(crate) count: usize,
    /// Sentence that names the items and describes what happens to them.
    pub(crate) sentence: &'a str,
    /// Option that takes the number in non-interactive use.
    pub(crate) option: &'a str,
    pub(crate) confirmed_count: Option<usize>,
}

impl Loss<'_> {
    /// Succeeds if the correct number is given or typed at the terminal.
    ///
    /// # Errors
    /// If the number is wrong, or missing in non-interactive use.
    pub(crate) fn confirm(&self) -> Result<()> {
        let Self { count, sentence, option, confirmed_count: given } = self;
        run::print_line(&format!("    {sentence}"));
        let number = match given {
            Some(number) => number.to_string(),
            None if io::stdin().is_terminal() => {
                run::print_line(&format!("Type {count} to continue:"));
                let mut line = String::new();
                io::stdin().read_line(&mut line).context("The number could not be read")?;
                line
            }
            None => bail!("{sentence} If that is meant, add `{option} {count}`."),
        };
        if number.trim() != count.to_string() {
            bail!("{sentence} This was not confirmed: {count} was expected, not {}.", number.trim());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_loss_is_confirmed_only_by_typing_the_exact_number() {
        let loss = |given| Loss { count: 12, sentence: "12 go.", option: "--accounts", confirmed_count: Some(given) };
        assert!(loss(12).confirm().is_ok());
        let refused = loss(11).confirm().unwrap_err().to_string();
        assert_eq!(refused, "12 go. This was not confirmed: 12 was expected, not 11.");
    }
}
