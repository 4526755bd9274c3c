//! Outputs, parameters and resources of a deployed stack, read with the command line of `aws`.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail};
use chores::run;
use serde::Deserialize;

use super::parameters::Parameters;

/// Region of the stack if infra/stacks.toml names one.
static REGION: OnceLock<String> = OnceLock::new();

/// Sets the region of all following commands.
pub(super) fn use_region(region: Option<&str>) {
    if let Some(region) = region {
        // A process handles one stack, so a second call sets the same region.
        let _same = REGION.set(region.to_owned());
    }
}

/// Returns a call of `aws`. Its argument `--region` takes precedence over the region of the stack.
pub(crate) fn aws<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new("aws");
    command.args(arguments).env("AWS_PAGER", "");
    if let Some(region) = REGION.get() {
        command.env("AWS_REGION", region).env("AWS_DEFAULT_REGION", region);
    }
    command
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Description {
    #[serde(default)]
    parameters: Vec<Parameter>,
    #[serde(default)]
    outputs: Vec<Output>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Parameter {
    parameter_key: String,
    #[serde(default)]
    parameter_value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Output {
    output_key: String,
    output_value: String,
}

/// A stack as CloudFormation describes it.
pub(super) struct Deployed {
    name: String,
    pub(super) parameters: Parameters,
    outputs: BTreeMap<String, String>,
}

impl Deployed {
    pub(super) fn find(stack: &str) -> Result<Option<Self>> {
        let query = ["--query", "Stacks[0]", "--output", "json"];
        let text = match run::read_output(aws(["cloudformation", "describe-stacks", "--stack-name", stack]).args(query))
        {
            Ok(text) => text,
            Err(error) if error.to_string().contains("does not exist") => return Ok(None),
            Err(error) => return Err(error),
        };
        let found: Description = serde_json::from_str(&text).context("the description of the stack cannot be read")?;
        let parameters = found.parameters.into_iter().map(|it| (it.parameter_key, it.parameter_value)).collect();
        let outputs = found.outputs.into_iter().map(|it| (it.output_key, it.output_value)).collect();
        Ok(Some(Self { name: stack.to_owned(), parameters, outputs }))
    }

    pub(super) fn of(stack: &str) -> Result<Self> {
        Self::find(stack)?.with_context(|| format!("There is no stack {stack} in this account and region."))
    }

    pub(super) fn output(&self, name: &str) -> Result<String> {
        let found = self.outputs.get(name).cloned();
        found.with_context(|| {
            format!("The stack {} has no output {name}. Was it deployed from this template?", self.name)
        })
    }

    /// Returns the physical ids of all resources by logical id.
    pub(super) fn resources(&self) -> Result<BTreeMap<String, String>> {
        let query = "StackResourceSummaries[].[LogicalResourceId, PhysicalResourceId]";
        let mut ask = aws(["cloudformation", "list-stack-resources", "--stack-name", &self.name]);
        let text = run::read_output(ask.args(["--query", query, "--output", "json"]))?;
        let pairs: Vec<(String, Option<String>)> =
            serde_json::from_str(&text).context("the resources of the stack cannot be read")?;
        Ok(pairs.into_iter().filter_map(|(logical, physical)| Some((logical, physical?))).collect())
    }
}

/// Returns one output of a deployed stack.
pub(crate) fn output(stack: &str, name: &str) -> Result<String> {
    Deployed::of(stack)?.output(name)
}

/// Variables of the commands in infra/OPERATIONS.md, with the resources whose ids they contain.
const RESOURCES: [(&str, &str); 19] = [
    ("TABLE", "Table"),
    ("POOL", "UserPool"),
    ("FILES", "FilesBucket"),
    ("SITE", "SiteBucket"),
    ("DISTRIBUTION", "Distribution"),
    ("API_FUNCTION", "ApiFunction"),
    ("INGEST_FUNCTION", "IngestFunction"),
    ("PREPARE_FUNCTION", "PrepareFunction"),
    ("CHANGES_FUNCTION", "ChangesFunction"),
    ("INSIDE_FUNCTION", "InsideFunction"),
    ("TOKENS_FUNCTION", "TokensFunction"),
    ("INGEST_QUEUE", "IngestDeadLetters"),
    ("PREPARE_QUEUE", "PrepareDeadLetters"),
    ("CHANGES_QUEUE", "ChangesDeadLetters"),
    ("INSIDE_QUEUE", "InsideDeadLetters"),
    ("ORIGIN_SECRET", "OriginSecret"),
    ("CURSOR_KEY", "CursorKey"),
    ("DEPLOYMENTS", "ServerlessDeploymentApplication"),
    ("API_DEPLOYMENTS", "ApiFunctionDeploymentGroup"),
];

/// Prints the names as shell assignments.
pub(super) fn print_names(stack: &str) -> Result<()> {
    let deployed = Deployed::of(stack)?;
    let resources = deployed.resources()?;
    let mut names: BTreeMap<&str, &str> = RESOURCES
        .iter()
        .filter_map(|(variable, resource)| Some((*variable, resources.get(*resource)?.as_str())))
        .collect();
    let table = deployed.output("TableName")?;
    names.insert("TABLE", &table);
    names.insert("STACK", stack);
    let generation = deployed.parameters.get("KeyGeneration").map_or("1", String::as_str);
    names.insert("KEY_GENERATION", generation);
    let running = match (names.get("DEPLOYMENTS"), names.get("API_DEPLOYMENTS")) {
        (Some(application), Some(group)) => {
            let mut ask = aws(["deploy", "list-deployments", "--application-name", application]);
            ask.args(["--deployment-group-name", group, "--include-only-statuses", "Created", "InProgress"]);
            run::read_output(ask.args(["--query", "deployments[0] || ''", "--output", "text"]))?
        }
        _ => String::new(),
    };
    names.insert("API_DEPLOYMENT", running.trim());
    for (variable, name) in names {
        run::print_line(&assignment(variable, name)?);
    }
    Ok(())
}

fn assignment(variable: &str, name: &str) -> Result<String> {
    if name.contains('\'') {
        bail!("The name {name} of {variable} has a quote.");
    }
    Ok(format!("{variable}='{name}'"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns every `$NAME` in the text, and the names that the text itself assigns.
    fn variables(text: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let name = |rest: &str| rest.trim_start_matches('{').find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let used = text.split('$').skip(1).map(|rest| &rest[..name(rest)]);
        let used = used.filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()));
        let assigned = text
            .split(['=', '\n', ' '])
            .filter(|word| text.contains(&format!("{word}=$")) || text.contains(&format!("\n{word}=")));
        (used.collect(), assigned.collect())
    }

    #[test]
    fn every_variable_used_in_the_operations_guide_is_printed_or_assigned() {
        let text = include_str!("../../../OPERATIONS.md");
        let (used, assigned) = variables(text);
        let printed: BTreeSet<&str> = RESOURCES.iter().map(|(variable, _)| *variable).collect();
        let others = ["STACK", "KEY_GENERATION", "API_DEPLOYMENT"];
        let unknown: Vec<&&str> = used
            .iter()
            .filter(|name| !printed.contains(**name) && !others.contains(name) && !assigned.contains(**name))
            .collect();
        assert!(used.contains("POOL") && used.contains("INGEST_QUEUE"), "{used:?}");
        assert!(unknown.is_empty(), "`cargo xtask names` does not print {unknown:?}");
    }

    #[test]
    fn resource_names_are_printed_as_shell_assignments() {
        assert_eq!(assignment("QUEUE", "https://sqs/1/a").unwrap(), "QUEUE='https://sqs/1/a'");
        assert!(assignment("QUEUE", "a'b").is_err());
    }

    #[test]
    fn every_printed_resource_exists_in_the_template() {
        let template = include_str!("../../../../template.yaml");
        // SAM creates the last two during translation.
        for (_, resource) in &RESOURCES[..RESOURCES.len() - 2] {
            assert!(template.contains(&format!("\n  {resource}:\n")), "{resource}");
        }
    }
}
