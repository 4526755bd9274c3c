//! The texts of the pages Privacy, Terms, Copyright and Contact. They belong to the operator, who may replace them in the
//! bucket: a deployment writes only those that are missing, and no release lists them.

use std::path::Path;

use anyhow::Result;
use chores::run;

use super::site::TEXTS;
use super::stack::aws;
use super::{Target, files_in};

const CONTENT_TYPE: &str = "text/markdown; charset=utf-8";

/// Writes the texts that the bucket does not have.
pub(super) fn publish_missing(target: &Target, dist: &Path) -> Result<()> {
    let list = ["s3api", "list-objects-v2", "--bucket", &target.bucket, "--prefix", TEXTS];
    let stored = run::read_output(aws(list).args(["--query", "Contents[].Key", "--output", "text"]))?;
    for key in missing(&files_in(&dist.join(TEXTS), TEXTS)?, &stored) {
        target.put(&dist.join(&key), &key, CONTENT_TYPE, "no-cache")?;
    }
    Ok(())
}

/// Returns the keys of the texts that are not in the list of stored keys.
fn missing(texts: &[String], stored: &str) -> Vec<String> {
    let stored: Vec<&str> = stored.split_whitespace().collect();
    texts.iter().filter(|key| !stored.contains(&key.as_str())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn a_deployment_keeps_the_texts_of_the_operator() {
        let texts = ["legal/privacy.md", "legal/terms.md"].map(str::to_owned);
        assert_eq!(missing(&texts, "legal/privacy.md\tlegal/old.md\n"), ["legal/terms.md"]);
        assert_eq!(missing(&texts, "None\n"), texts);
    }
}
