//! When to try again what somebody else's write came before.

use std::time::Duration;

use ring::rand::{SecureRandom, SystemRandom};

use model::error::{Conflict, Error, Result};

/// Attempts at one write. With the waits between them that is 3 to 4 seconds: longer than a burst on one item, shorter than
/// people wait.
const ATTEMPTS: u32 = 24;

/// Attempts that were made at one thing.
#[derive(Debug, Default)]
pub struct Retry {
    made: u32,
}

impl Retry {
    /// Before the first attempt.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// After an attempt that somebody else's write came before: waits a little, and longer each time.
    ///
    /// # Errors
    /// `Conflict(Changed)` when there were enough attempts.
    pub async fn wait(&mut self) -> Result<()> {
        self.wait_or(|| Error::Conflict(Conflict::Changed)).await
    }

    /// The same with another error.
    ///
    /// # Errors
    /// What `give_up` says when there were enough attempts.
    pub async fn wait_or(&mut self, give_up: impl FnOnce() -> Error) -> Result<()> {
        self.made += 1;
        if self.made >= ATTEMPTS {
            return Err(give_up());
        }
        tokio::time::sleep(jitter(self.made)).await;
        Ok(())
    }
}

/// A random wait: up to 20 ms after the first attempt, doubling to at most 320 ms.
fn jitter(made: u32) -> Duration {
    let mut byte = [128_u8];
    // Without random numbers everybody waits equally long, which is worse but not wrong.
    let _ = SystemRandom::new().fill(&mut byte);
    let most_millis = 20_u64 << made.saturating_sub(1).min(4);
    Duration::from_millis(most_millis * (u64::from(byte[0]) + 1) / 256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delays_stay_below_their_maximum() {
        for made in 1..ATTEMPTS {
            assert!(jitter(made) <= Duration::from_millis(320));
        }
        assert!(jitter(1) <= Duration::from_millis(20));
    }

    #[tokio::test]
    async fn after_enough_attempts_it_gives_up() {
        let mut retry = Retry { made: ATTEMPTS - 2 };
        retry.wait().await.unwrap();
        assert!(matches!(retry.wait().await, Err(Error::Conflict(Conflict::Changed))));
    }
}
