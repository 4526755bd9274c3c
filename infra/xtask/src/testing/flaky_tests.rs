//! History of retried tests. A stall of the machine affects a random test; an unreliable test appears repeatedly.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use chores::root;

use crate::timings::Timings;

/// Number of recorded runs.
const RUNS: usize = 10;

/// Names of the retried tests per recorded run, newest last.
type Runs = Vec<Vec<String>>;

/// Records a run and reports its retried tests with their attempts. A partial run is reported but not recorded.
pub(crate) fn record_run(folder: &str, again: &[(String, usize)], is_whole: bool, timings: &mut Timings) -> Result<()> {
    let path = root().join(format!("target/xtask/retried-{}.json", folder.replace('/', "-")));
    let mut runs = known(&path);
    runs.push(again.iter().map(|(name, _)| name.clone()).collect());
    let forgotten = runs.len().saturating_sub(RUNS);
    runs.drain(..forgotten);
    for (name, tries) in again {
        let often = runs.iter().filter(|run| run.contains(name)).count();
        timings.record_retry(name.clone(), *tries, often, runs.len());
    }
    if is_whole {
        let text = serde_json::to_string(&runs)?;
        fs::write(&path, text).with_context(|| format!("{} could not be written", path.display()))?;
    }
    Ok(())
}

/// Reads the recorded runs. Returns none if there is no record.
fn known(path: &Path) -> Runs {
    fs::read_to_string(path).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_of_a_test_are_counted_over_the_last_ten_runs() {
        let folder = format!("test-{}", std::process::id());
        let path = root().join(format!("target/xtask/retried-{folder}.json"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let shaky = [("saves".to_owned(), 2)];
        let table = |is_whole: bool, again: &[(String, usize)]| {
            let mut timings = Timings::default();
            record_run(&folder, again, is_whole, &mut timings).unwrap();
            timings.table(std::time::Duration::ZERO)
        };
        assert!(table(true, &shaky).contains("saves: 2 tries, in 1 of the last 1 runs"));
        for _ in 0..9 {
            table(true, &[]);
        }
        assert!(table(false, &shaky).contains("in 1 of the last 10 runs"), "the first is forgotten");
        assert!(table(true, &shaky).contains("in 1 of the last 10 runs"), "part of a run is not remembered");
        assert!(table(true, &shaky).contains("in 2 of the last 10 runs"));
        fs::remove_file(path).unwrap();
    }
}
