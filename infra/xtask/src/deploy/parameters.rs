//! Parameters of a stack. They are saved in its section of infra/stacks.toml, and a deployment changes only the
//! requested ones. Calls no service: the parameters of the deployed stack are an argument.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use chores::root;
use toml::{Table, Value};

/// File with the sections of stacks in the format of SAM. Git ignores it because it contains e-mail addresses.
pub(super) const FILE: &str = "infra/stacks.toml";
/// Options of `sam deploy` that all stacks share.
const SHARED: &str = "infra/samconfig.toml";
const OVERRIDES: &str = "parameter_overrides";

/// Parameter that selects the table of the stack.
pub(super) const TABLE: &str = "RestoredTableStreamArn";
/// Parameter with the prefix of bucket names. Changing it would create new, empty buckets.
const NAME: &str = "Name";

pub(super) type Parameters = BTreeMap<String, String>;

/// Options of `sam deploy` for one stack.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Section {
    stack: String,
    /// Options of `sam deploy` without the parameters.
    options: Table,
    pub(super) parameters: Parameters,
}

impl Section {
    /// Reads the section of a stack. A stack without one gets the shared options.
    pub(super) fn load(stack: &str) -> Result<Self> {
        let shared = fs::read_to_string(root().join(SHARED)).with_context(|| format!("{SHARED} cannot be read"))?;
        Self::read(&stored()?, &shared, stack)
    }

    fn read(text: &str, shared: &str, stack: &str) -> Result<Self> {
        let mut options = options_in(shared, SHARED, "default")?;
        if options.contains_key(OVERRIDES) {
            bail!(
                "{SHARED} contains {OVERRIDES}, as `sam deploy --guided` writes them. Remove them: the stack keeps its \
                 values, and `cargo xtask deploy --set NAME=VALUE` changes one."
            );
        }
        let mut own = options_in(text, FILE, stack)?;
        let parameters = match own.remove(OVERRIDES) {
            Some(Value::Table(table)) => table.into_iter().map(|(name, value)| (name, text_of(&value))).collect(),
            Some(_) => bail!(
                "{OVERRIDES} of {stack} in {FILE} is no table. Remove it: the stack keeps its values, and `cargo xtask \
                 deploy --set NAME=VALUE` changes one."
            ),
            None => Parameters::new(),
        };
        options.extend(own);
        for name in ["stack_name", "s3_prefix"] {
            options.insert(name.into(), stack.into());
        }
        Ok(Self { stack: stack.to_owned(), options, parameters })
    }

    /// Writes the section and keeps the others in the file.
    pub(super) fn save(&self) -> Result<()> {
        let text = self.written(&stored()?)?;
        fs::write(path(), text).with_context(|| format!("{FILE} cannot be written"))
    }

    fn written(&self, text: &str) -> Result<String> {
        let mut file = parsed(text, FILE)?;
        let mut options = self.options.clone();
        let overrides = self.parameters.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        options.insert(OVERRIDES.into(), Value::Table(overrides));
        let command = Table::from_iter([("parameters".to_owned(), Value::Table(options))]);
        file.insert("version".into(), Value::Float(0.1));
        file.insert(self.stack.clone(), Table::from_iter([("deploy".to_owned(), Value::Table(command))]).into());
        let text = toml::to_string(&file).context("the section of the stack is no TOML")?;
        Ok(format!("# Written by `cargo xtask deploy`: the parameters of your stacks.\n{text}"))
    }

    pub(super) fn region(&self) -> Option<&str> {
        self.options.get("region")?.as_str()
    }

    pub(super) fn set_region(&mut self, region: &str) {
        self.options.insert("region".into(), region.into());
    }

    pub(super) fn value(&self, parameter: &str) -> Option<&str> {
        self.parameters.get(parameter).map(String::as_str)
    }
}

/// Returns the path of the file. Tests that deploy set the variable, so that they do not change the sections of this
/// machine.
pub(super) fn path() -> PathBuf {
    env::var_os("NOTE_NINJA_STACKS").map_or_else(|| root().join(FILE), PathBuf::from)
}

fn stored() -> Result<String> {
    let path = path();
    if !path.exists() {
        return Ok(String::new());
    }
    fs::read_to_string(path).with_context(|| format!("{FILE} cannot be read"))
}

fn parsed(text: &str, file: &str) -> Result<Table> {
    toml::from_str(text).with_context(|| format!("{file} cannot be read"))
}

/// Returns the options of `sam deploy` in one section of a file.
fn options_in(text: &str, file: &str, section: &str) -> Result<Table> {
    let options =
        parsed(text, file)?.get(section).and_then(|of| of.get("deploy")?.get("parameters")?.as_table().cloned());
    Ok(options.unwrap_or_default())
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Parses one `--set NAME=VALUE`.
pub(super) fn parse_assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE; NAME= empties a parameter")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Returns the parameters of the template with their optional defaults.
pub(super) fn template_parameters(template: &str) -> BTreeMap<String, Option<String>> {
    let lines = template.lines().skip_while(|line| *line != "Parameters:").skip(1);
    let mut found = BTreeMap::new();
    let mut current = None;
    for line in lines.take_while(|line| line.is_empty() || line.starts_with([' ', '#'])) {
        let inner = line.trim_start();
        if line.len() - inner.len() == 2 && inner.ends_with(':') {
            current = Some(inner.trim_end_matches(':').to_owned());
            found.extend(current.clone().map(|name| (name, None)));
        } else if let (Some(name), Some(value)) = (&current, inner.strip_prefix("Default: ")) {
            found.insert(name.clone(), Some(value.trim_matches('"').to_owned()));
        }
    }
    found
}

/// Changes of the parameters by a deployment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// All parameters that the section contains after the deployment.
    pub(super) parameters: Parameters,
    /// One line per changed parameter.
    pub(super) changes: Vec<String>,
    /// One line per parameter whose saved value differs from that of the deployed stack.
    pub(super) overridden: Vec<String>,
}

impl Plan {
    /// Applies `set` to the parameters. The deployed stack takes precedence over the section, which may be outdated or
    /// come from another machine. So only `set` changes a deployed stack.
    ///
    /// # Errors
    /// If `set` names a parameter that the template lacks, a parameter without a default has no value, or the name of a
    /// deployed stack would change.
    pub(super) fn new(
        declared: &BTreeMap<String, Option<String>>,
        kept: &Parameters,
        deployed: Option<&Parameters>,
        set: &[(String, String)],
    ) -> Result<Self> {
        if let Some((unknown, _)) = set.iter().find(|(name, _)| !declared.contains_key(name)) {
            let names: Vec<&str> = declared.keys().map(String::as_str).collect();
            bail!("template.yaml has no parameter {unknown}. It has: {}.", names.join(", "));
        }
        let set: BTreeMap<&str, &str> = set.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut plan = Self::default();
        plan.parameters.extend(kept.iter().filter(|(name, _)| declared.contains_key(*name)).map(own));
        for (name, value) in deployed.into_iter().flatten().filter(|(name, _)| declared.contains_key(*name)) {
            let before = plan.parameters.get(name);
            if let Some(before) = before.filter(|before| *before != value && !set.contains_key(name.as_str())) {
                plan.overridden.push(format!("{name} stays {}; {FILE} said {}", shown(value), shown(before)));
            }
            if before.is_some() || declared.get(name) != Some(&Some(value.clone())) {
                plan.parameters.insert(name.clone(), value.clone());
            }
        }
        for (&name, &value) in &set {
            let before = deployed.and_then(|deployed| deployed.get(name));
            if name == NAME && before.is_some_and(|before| before != value) {
                bail!(
                    "{NAME} is {} and cannot change: new, empty buckets would replace those of the stack.",
                    shown(before.map_or("", |it| it))
                );
            }
            plan.parameters.insert(name.to_owned(), value.to_owned());
            if before.is_none_or(|before| before != value) {
                let before = before.map_or_else(|| "new".to_owned(), |before| shown(before));
                plan.changes.push(format!("{name}: {before} → {}", shown(value)));
            }
        }
        let missing: Vec<&str> = declared
            .iter()
            .filter(|(name, default)| default.is_none() && !plan.parameters.contains_key(*name))
            .map(|(name, _)| name.as_str())
            .collect();
        if !missing.is_empty() {
            bail!(
                "A new stack needs {}: add `--set NAME=VALUE` for each. template.yaml describes them.",
                missing.join(", ")
            );
        }
        Ok(plan)
    }
}

fn own((name, value): (&String, &String)) -> (String, String) {
    (name.clone(), value.clone())
}

fn shown(value: &str) -> String {
    if value.is_empty() { "empty".to_owned() } else { value.replace('\n', " ") }
}

/// Returns the table that a stack uses: the one of the stream parameter, else its own.
pub(super) fn table_of<'a>(parameters: &'a Parameters, own: &'a str) -> &'a str {
    parameters.get(TABLE).and_then(|arn| arn.split('/').nth(1)).unwrap_or(own)
}

/// Rejects a deployment that changes the table, unless the new table is confirmed.
///
/// # Errors
/// If it changes the table and `confirmed` is not its name.
pub(super) fn reject_other_table(from: &str, to: &str, confirmed: Option<&str>) -> Result<()> {
    if from == to || confirmed == Some(to) {
        return Ok(());
    }
    bail!(
        "This deployment would move the stack from the table {from} to the table {to}. What was written to {from} stays \
         there and is no longer seen. If that is meant, add `--table {to}`."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARED_TEXT: &str = include_str!("../../../samconfig.toml");
    /// tests/cloud/parameters.py reads this file with the code of SAM.
    const FIXTURE: &str = include_str!("../../../../tests/cloud/stacks.toml");
    const ARN: &str =
        "arn:aws:dynamodb:ca-central-1:111122223333:table/note-ninja-restored/stream/2026-11-21T05:00:00.000";

    fn parameters(pairs: &[(&str, &str)]) -> Parameters {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn set(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn template() -> BTreeMap<String, Option<String>> {
        template_parameters(include_str!("../../../../template.yaml"))
    }

    fn deployed() -> Parameters {
        parameters(&[
            ("Name", "note-ninja"),
            ("FirstAdministrator", "a@example.edu"),
            ("SecondAdministrator", "b@example.edu"),
            ("AlarmEmail", "ops@example.edu"),
            ("AnonymousRequests", "off"),
            ("KeyGeneration", "3"),
            ("RestoredTableStreamArn", ARN),
            ("LogRetentionDays", "30"),
        ])
    }

    #[test]
    fn template_parameters_are_read_with_their_defaults() {
        let found = template();
        assert_eq!(found["KeyGeneration"], Some("1".into()));
        assert_eq!(found[TABLE], Some(String::new()));
        assert_eq!(found["FirstAdministrator"], None);
        assert_eq!(found["AlarmEmail"], None, "whoever wants no alarms has to say so");
        assert!(!found.contains_key("CertificateGoesWithName"));
    }

    #[test]
    fn outdated_values_in_the_config_file_do_not_revert_the_deployed_parameters() {
        let guided = parameters(&[(TABLE, ""), ("AnonymousRequests", "on"), ("KeyGeneration", "1"), ("Gone", "x")]);
        let plan = Plan::new(&template(), &guided, Some(&deployed()), &[]).unwrap();
        for (name, value) in [(TABLE, ARN), ("AnonymousRequests", "off"), ("KeyGeneration", "3")] {
            assert_eq!(plan.parameters[name], value);
        }
        assert!(!plan.parameters.contains_key("Gone"), "the template no longer has it");
        assert!(!plan.parameters.contains_key("LogRetentionDays"), "it is as the template has it");
        assert_eq!(plan.changes, [""; 0]);
        assert_eq!(plan.overridden.len(), 3, "{:?}", plan.overridden);
        assert_eq!(table_of(&plan.parameters, "own"), "note-ninja-restored");
    }

    #[test]
    fn only_explicitly_set_parameters_change_and_the_changes_are_printed() {
        let one = set(&[("KeyGeneration", "4"), ("AnonymousRequests", "off")]);
        let plan = Plan::new(&template(), &Parameters::new(), Some(&deployed()), &one).unwrap();
        assert_eq!(plan.changes, ["KeyGeneration: 3 → 4"]);
        assert_eq!((plan.parameters["KeyGeneration"].as_str(), plan.parameters[TABLE].as_str()), ("4", ARN));
        let again = Plan::new(&template(), &plan.parameters, Some(&plan.parameters), &[]).unwrap();
        assert_eq!((again.parameters, again.changes), (plan.parameters, vec![]));
    }

    #[test]
    fn unknown_parameters_missing_parameters_and_another_name_of_the_stack_are_rejected() {
        let refusal = |deployed: Option<&Parameters>, pairs: &[(&str, &str)]| {
            Plan::new(&template(), &Parameters::new(), deployed, &set(pairs)).unwrap_err().to_string()
        };
        assert!(refusal(None, &[("Keygeneration", "2")]).contains("It has: AlarmEmail, AnonymousRequests,"));
        assert!(refusal(None, &[]).contains("AlarmEmail, FirstAdministrator, SecondAdministrator"));
        assert!(refusal(Some(&deployed()), &[("Name", "other")]).contains("cannot change"));
        assert!(parse_assignment("KeyGeneration").is_err());
        assert_eq!(parse_assignment("MailFrom=A <a=b@c>").unwrap().1, "A <a=b@c>");
    }

    #[test]
    fn switching_the_table_requires_naming_the_new_table() {
        let now = deployed();
        let back = Plan::new(&template(), &now, Some(&now), &set(&[(TABLE, "")])).unwrap().parameters;
        let (from, to) = (table_of(&now, "note-ninja-Table"), table_of(&back, "note-ninja-Table"));
        assert_eq!((from, to), ("note-ninja-restored", "note-ninja-Table"));
        let refused = reject_other_table(from, to, None).unwrap_err().to_string();
        assert!(refused.contains("add `--table note-ninja-Table`"), "{refused}");
        assert!(reject_other_table(from, to, Some(from)).is_err());
        assert!(reject_other_table(from, to, Some(to)).is_ok() && reject_other_table(from, from, None).is_ok());
    }

    #[test]
    fn a_config_section_is_added_to_the_existing_ones_and_round_trips() {
        let other = "[test.deploy.parameters.parameter_overrides]\nName = \"test\"\n";
        let mut section = Section::read(other, SHARED_TEXT, "note-ninja").unwrap();
        section.set_region("ca-central-1");
        section.parameters = parameters(&[
            ("FirstAdministrator", "a@example.edu"),
            ("RestoredTableStreamArn", ARN),
            ("MailFrom", "Note \"Ninja\" <no-reply@example.edu>"),
            ("FilesKeyIds", "K2NEW,K1OLD"),
            ("AnonymousRequests", "off"),
            ("WebAclArn", ""),
        ]);
        let text = section.written(other).unwrap();
        assert_eq!(text, FIXTURE, "SAM reads the fixture, so it must be what is written");
        assert_eq!(Section::read(&text, SHARED_TEXT, "note-ninja").unwrap(), section);
        assert_eq!(Section::read(&text, SHARED_TEXT, "test").unwrap().value("Name"), Some("test"));
    }

    #[test]
    fn parameter_overrides_written_by_sam_are_rejected() {
        let guided = format!("{SHARED_TEXT}\nparameter_overrides = \"RestoredTableStreamArn=\\\"\\\"\"\n");
        assert!(Section::read("", &guided, "note-ninja").unwrap_err().to_string().contains("--set NAME=VALUE"));
        let line = "[note-ninja.deploy.parameters]\nparameter_overrides = \"Name=x\"\n";
        assert!(Section::read(line, SHARED_TEXT, "note-ninja").unwrap_err().to_string().contains("is no table"));
    }
}
