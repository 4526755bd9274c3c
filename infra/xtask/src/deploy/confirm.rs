//! Questions before something that cannot be undone: the number of what goes has to be typed.

use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, Result, bail};

use crate::run;

/// What is about to go for good.
pub(super) struct Loss<'a> {
    /// How many there are.
    pub(super) count: usize,
    /// What they are and what happens to them, as a sentence.
    pub(super) sentence: &'a str,
    /// The option that takes the number, for those who cannot be asked.
    pub(super) option: &'a str,
    /// The number that was given with the option.
    pub(super) given: Option<usize>,
}

impl Loss<'_> {
    /// Goes on only if the right number is given, or typed at the terminal.
    ///
    /// # Errors
    /// With another number, and without one where nobody can be asked.
    pub(super) fn confirm(&self) -> Result<()> {
        let Self { count, sentence, option, given } = self;
        run::say(&format!("    {sentence}"));
        let number = match given {
            Some(number) => number.to_string(),
            None if io::stdin().is_terminal() => {
                run::say(&format!("Type {count} to continue:"));
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
    fn a_loss_is_confirmed_by_its_number_only() {
        let loss = |given| Loss { count: 12, sentence: "12 go.", option: "--accounts", given: Some(given) };
        assert!(loss(12).confirm().is_ok());
        let refused = loss(11).confirm().unwrap_err().to_string();
        assert_eq!(refused, "12 go. This was not confirmed: 12 was expected, not 11.");
    }
}
