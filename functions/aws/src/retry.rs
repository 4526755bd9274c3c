//! Retries with backoff after conflicts with concurrent writes.

use std::time::Duration;

use ring::rand::{SecureRandom, SystemRandom};

use model::error::{Error, Result};

/// Maximum number of attempts. With the waits between them they take 3 to 4 seconds: longer than a burst of writes to
/// one item, shorter than users wait.
const ATTEMPTS: u32 = 24;

/// Counts the attempts of one operation.
#[derive(Debug, Default)]
pub struct Retry {
    made: u32,
}

impl Retry {
    /// Creates a counter before the first attempt.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits after a failed attempt, longer each time.
    ///
    /// # Errors
    /// `Unavailable` after the last attempt.
    pub async fn wait(&mut self) -> Result<()> {
        self.wait_or(|| Error::Unavailable("other requests kept changing the same items".into())).await
    }

    /// Waits after a failed attempt, with a custom error.
    ///
    /// # Errors
    /// The result of `give_up` after the last attempt.
    pub async fn wait_or(&mut self, give_up: impl FnOnce() -> Error) -> Result<()> {
        self.made += 1;
        if self.made >= ATTEMPTS {
            return Err(give_up());
        }
        tokio::time::sleep(jitter(self.made)).await;
        Ok(())
    }
}

/// Returns a random delay: up to 20 ms after the first attempt, doubling to at most 320 ms.
fn jitter(made: u32) -> Duration {
    let mut byte = [128_u8];
    // Without random numbers all clients wait equally long: less effective, but correct.
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
    async fn retries_stop_after_the_maximum_number_of_attempts() {
        let mut retry = Retry { made: ATTEMPTS - 2 };
        retry.wait().await.unwrap();
        assert!(matches!(retry.wait().await, Err(Error::Unavailable(_))));
    }
}
