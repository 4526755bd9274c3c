//! The firewall in front of the page. CloudFront takes a web ACL from us-east-1 only: a stack there makes its own, for any
//! other one a second stack is made there, and the first is told its ARN.

use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use toml::Table;

use crate::root;
use crate::run::{self, Show};

use super::{CONFIG, Stack, aws};

const REGION: &str = "us-east-1";
const TEMPLATE: &str = "infra/edge.yaml";
/// The parameter of template.yaml that takes the ARN, and the output of the second stack that gives it.
const ARN: &str = "WebAclArn";

/// What samconfig.toml says of a deployment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    region: Option<String>,
    /// `Name=value` each, as `sam` takes them.
    overrides: Vec<String>,
}

/// Parameters in samconfig.toml.
#[derive(Deserialize)]
#[serde(untagged)]
enum Overrides {
    Line(String),
    List(Vec<String>),
}

impl Section {
    /// The section that a deployment of this stack uses.
    pub(super) fn of(stack: &Stack) -> Result<Self> {
        let text = fs::read_to_string(root().join(CONFIG)).with_context(|| format!("{CONFIG} cannot be read"))?;
        Self::read(&text, &stack.config_env)
    }

    fn read(text: &str, name: &str) -> Result<Self> {
        let config: Table = toml::from_str(text).with_context(|| format!("{CONFIG} cannot be read"))?;
        let find = |command: &str, key: &str| {
            let section = config.get(name)?.get(command)?.get("parameters")?;
            section.get(key).cloned()
        };
        let region = find("deploy", "region").or_else(|| find("global", "region"));
        let overrides = find("deploy", "parameter_overrides").map(toml::Value::try_into).transpose();
        let overrides = overrides.with_context(|| format!("parameter_overrides of {name} in {CONFIG} is no text"))?;
        Ok(Self {
            region: region.and_then(|region| region.as_str().map(str::to_owned)),
            overrides: match overrides {
                Some(Overrides::Line(line)) => words(&line),
                Some(Overrides::List(list)) => list,
                None => Vec::new(),
            },
        })
    }

    /// The value that a parameter is given here.
    fn value(&self, parameter: &str) -> Option<&str> {
        let value = |word| Some(str::strip_prefix(word, parameter)?.strip_prefix('=')?.trim_matches('"'));
        self.overrides.iter().rev().find_map(|word| value(word))
    }

    /// Whether a web ACL is wanted that nobody has made by hand.
    fn is_wanted(&self) -> bool {
        self.value("Firewall") != Some("off") && self.value(ARN).is_none_or(str::is_empty)
    }

    /// The parameters of the stack with this web ACL. On the command line they take the place of all in the file, so those are
    /// among them.
    fn with(&self, arn: &str) -> Vec<String> {
        let others = self.overrides.iter().filter(|word| !word.starts_with(&format!("{ARN}=")));
        others.cloned().chain([format!("{ARN}={arn}")]).collect()
    }

    /// Where the stack is.
    fn region(&self) -> Result<String> {
        let known = || ["AWS_REGION", "AWS_DEFAULT_REGION"].into_iter().find_map(|name| env::var(name).ok());
        if let Some(region) = self.region.clone().or_else(known) {
            return Ok(region);
        }
        let configured = run::read(&mut aws(["configure", "get", "region"]));
        Ok(configured.context("No region is configured; `aws configure set region NAME` does it")?.trim().to_owned())
    }
}

/// Makes or updates the firewall of a stack, unless the stack does so itself or wants none. What `sam deploy` is told then.
pub(super) fn deploy(section: &Section, stack: &Stack) -> Result<Vec<String>> {
    if !section.is_wanted() || section.region()? == REGION {
        return Ok(Vec::new());
    }
    run::step("making the firewall", || run::run(&mut make(section, stack), Show::Failures))?;
    let query = format!("Stacks[0].Outputs[?OutputKey=='{ARN}'].OutputValue");
    let mut ask = aws(["cloudformation", "describe-stacks", "--region", REGION, "--stack-name", &name(stack)]);
    let arn = run::read(ask.args(["--query", &query, "--output", "text"]))?;
    Ok([vec!["--parameter-overrides".to_owned()], section.with(arn.trim())].concat())
}

/// What [`deploy`] would call, if the stack turns out to be elsewhere than in us-east-1.
pub(super) fn would_call(section: &Section, stack: &Stack) -> Option<Command> {
    let is_elsewhere = section.region.as_deref() != Some(REGION);
    (section.is_wanted() && is_elsewhere).then(|| make(section, stack))
}

fn make(section: &Section, stack: &Stack) -> Command {
    let mut command = aws(["cloudformation", "deploy", "--region", REGION, "--stack-name", &name(stack)]);
    command.args(["--no-fail-on-empty-changeset", "--template-file"]).arg(root().join(TEMPLATE));
    let own_name = section.value("Name").unwrap_or(&stack.name);
    command.args(["--parameter-overrides", &format!("Name={own_name}")]);
    command
}

fn name(stack: &Stack) -> String {
    format!("{}-edge", stack.name)
}

/// The words of a line. A space between quotes is part of a word, and so is what a backslash stands before.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut is_quoted, mut is_escaped) = (false, false);
    for letter in line.chars() {
        if letter.is_whitespace() && !is_quoted && !is_escaped {
            words.push(String::new());
            continue;
        }
        is_quoted ^= letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        if let Some(word) = words.last_mut() {
            word.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDED: &str = r#"
version = 0.1
[default.deploy.parameters]
stack_name = "note-ninja"
[production.deploy.parameters]
region = "ca-central-1"
parameter_overrides = "Name=\"notes\" MailFrom=\"Note Ninja <a@b.edu>\" WebAclArn=\"\" FilesPublicKey=\"-----BEGIN\nKEY\""
[closed.global.parameters]
region = "us-east-1"
[closed.deploy.parameters]
parameter_overrides = ["Firewall=off", "Name=closed"]
[own.deploy.parameters]
parameter_overrides = "WebAclArn=arn:aws:wafv2:own"
"#;

    fn section(name: &str) -> Section {
        Section::read(GUIDED, name).unwrap()
    }

    #[test]
    fn the_other_parameters_of_a_stack_are_passed_on_with_the_arn() {
        let production = section("production");
        assert_eq!((production.region.as_deref(), production.value("Name")), (Some("ca-central-1"), Some("notes")));
        assert_eq!(
            production.with("arn:1"),
            [
                "Name=\"notes\"",
                "MailFrom=\"Note Ninja <a@b.edu>\"",
                "FilesPublicKey=\"-----BEGIN\nKEY\"",
                "WebAclArn=arn:1"
            ]
        );
        assert_eq!(section("default").with("arn:1"), ["WebAclArn=arn:1"]);
    }

    #[test]
    fn a_firewall_is_made_unless_it_is_off_or_somebody_has_made_one() {
        let wanted = ["default", "production", "closed", "own", "absent"].map(|name| section(name).is_wanted());
        assert_eq!(wanted, [true, true, false, false, true]);
        assert_eq!(section("closed").region.as_deref(), Some(REGION));
        assert!(Section::read("[x", "x").is_err());
    }

    #[test]
    fn the_second_stack_is_named_after_the_first_and_made_in_us_east_1() {
        let stack = Stack { name: "notes".into(), config_env: "default".into() };
        let shown = run::shown(&would_call(&section("default"), &stack).unwrap());
        assert!(shown.contains("--region us-east-1 --stack-name notes-edge"), "{shown}");
        assert!(shown.contains("Name=notes"), "{shown}");
        let there = Section { region: Some(REGION.into()), ..Section::default() };
        assert!(would_call(&there, &stack).is_none());
    }
}
