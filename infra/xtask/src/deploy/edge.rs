//! The second stack, in us-east-1, of a stack in another region. CloudFront accepts web ACLs only from us-east-1 and
//! reports its metrics only there. The second stack has the web ACL and the alarms; the first receives the ARN of the
//! web ACL.

use std::env;
use std::process::Command;

use anyhow::{Context as _, Result};
use chores::root;
use chores::run::{self, OutputMode};

use super::aws;
use super::parameters::Section;

const REGION: &str = "us-east-1";
const TEMPLATE: &str = "infra/edge.yaml";
/// Parameter of template.yaml with the ARN, and the output of the second stack that provides it.
pub(super) const ARN: &str = "WebAclArn";

/// Returns true if we should create a web ACL: the firewall is on, and no other web ACL is configured. The ARN of our
/// own web ACL contains the name of the stack.
fn makes_firewall(section: &Section, stack: &str) -> bool {
    let ours = format!("/webacl/{}-firewall/", section.value("Name").unwrap_or(stack));
    let is_ours = |arn: &str| arn.is_empty() || arn.contains(&ours);
    section.value("Firewall") != Some("off") && section.value(ARN).is_none_or(is_ours)
}

fn region(section: &Section) -> Result<String> {
    let known = || ["AWS_REGION", "AWS_DEFAULT_REGION"].into_iter().find_map(|name| env::var(name).ok());
    if let Some(region) = section.region().map(str::to_owned).or_else(known) {
        return Ok(region);
    }
    let configured = run::read_output(&mut aws(["configure", "get", "region"]));
    Ok(configured.context("No region is configured; `cargo xtask deploy --region NAME` sets it")?.trim().to_owned())
}

/// One of the two stacks of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The stack of template.yaml.
    Main,
    /// The second stack, see [`deploy`].
    WebAcl,
}

/// Returns the order in which the stacks are deployed. A web ACL is created before CloudFront uses it and deleted after
/// CloudFront has released it, because AWS refuses to delete one in use. If there is no distribution yet, the second
/// stack is deployed again at the end, to create the alarms of the new distribution.
pub(super) fn order(section: &Section, stack: &str, has_distribution: bool) -> Vec<Step> {
    match (makes_firewall(section, stack), has_distribution) {
        (true, true) => vec![Step::WebAcl, Step::Main],
        (true, false) => vec![Step::WebAcl, Step::Main, Step::WebAcl],
        (false, _) => vec![Step::Main, Step::WebAcl],
    }
}

/// Deploys the second stack, unless the first is in us-east-1. Returns the ARN of its web ACL if it has one.
/// `distribution` is known once the first stack is deployed; the alarms are created then.
pub(super) fn deploy(section: &Section, stack: &str, distribution: Option<&str>) -> Result<Option<String>> {
    if region(section)? == REGION {
        return Ok(None);
    }
    run::step("firewall and alarms in us-east-1", || {
        run::run(&mut make(section, stack, distribution), OutputMode::Failures)
    })?;
    if !makes_firewall(section, stack) {
        return Ok(None);
    }
    let query = format!("Stacks[0].Outputs[?OutputKey=='{ARN}'].OutputValue");
    let mut ask = aws(["cloudformation", "describe-stacks", "--region", REGION, "--stack-name", &name(stack)]);
    let arn = run::read_output(ask.args(["--query", &query, "--output", "text"]))?;
    Ok(Some(arn.trim().to_owned()))
}

/// Returns the command that [`deploy`] would run if the stack is outside us-east-1.
pub(super) fn planned_command(section: &Section, stack: &str) -> Option<Command> {
    (section.region() != Some(REGION)).then(|| make(section, stack, None))
}

fn make(section: &Section, stack: &str, distribution: Option<&str>) -> Command {
    let mut command = aws(["cloudformation", "deploy", "--region", REGION, "--stack-name", &name(stack)]);
    command.args(["--no-fail-on-empty-changeset", "--template-file"]).arg(root().join(TEMPLATE));
    let own_name = section.value("Name").unwrap_or(stack);
    let firewall = if makes_firewall(section, stack) { "on" } else { "off" };
    command.args(["--parameter-overrides", &format!("Name={own_name}"), &format!("Firewall={firewall}")]);
    for name in ["AlarmEmail", "CertificateArn"] {
        command.args(section.value(name).map(|value| format!("{name}={value}")));
    }
    command.args(distribution.map(|id| format!("DistributionId={id}")));
    command
}

fn name(stack: &str) -> String {
    format!("{stack}-edge")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(parameters: &[(&str, &str)]) -> Section {
        let mut section = Section::default();
        section.parameters = parameters.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        section
    }

    #[test]
    fn a_firewall_is_created_unless_disabled_or_provided_by_the_operator() {
        let ours = "arn:aws:wafv2:us-east-1:1:global/webacl/notes-firewall/9c";
        for (parameters, wanted) in [
            (vec![], true),
            (vec![("WebAclArn", "")], true),
            (vec![("WebAclArn", ours), ("Name", "notes")], true),
            (vec![("WebAclArn", ours), ("Name", "other")], false),
            (vec![("Firewall", "off")], false),
        ] {
            assert_eq!(makes_firewall(&section(&parameters), "notes"), wanted, "{parameters:?}");
        }
    }

    #[test]
    fn a_web_acl_is_created_before_the_distribution_uses_it_and_deleted_afterwards() {
        let off = section(&[("Firewall", "off")]);
        let by_hand = section(&[(ARN, "arn:aws:wafv2:us-east-1:1:global/webacl/by-hand/9c")]);
        for has_distribution in [true, false] {
            for without in [&off, &by_hand] {
                assert_eq!(order(without, "notes", has_distribution), [Step::Main, Step::WebAcl]);
            }
        }
        assert_eq!(order(&section(&[]), "notes", true), [Step::WebAcl, Step::Main]);
        assert_eq!(order(&section(&[]), "notes", false), [Step::WebAcl, Step::Main, Step::WebAcl]);
    }

    #[test]
    fn the_edge_stack_is_named_after_the_main_stack_and_created_in_us_east_1() {
        let shown = run::command_line(&planned_command(&section(&[]), "notes").unwrap());
        assert!(shown.contains("--region us-east-1 --stack-name notes-edge"), "{shown}");
        assert!(shown.contains("Name=notes Firewall=on"), "{shown}");
        let known = section(&[("AlarmEmail", "ops@example.edu"), ("Firewall", "off"), ("CertificateArn", "arn:c")]);
        let shown = run::command_line(&make(&known, "notes", Some("E1")));
        assert!(
            shown.ends_with("Firewall=off AlarmEmail=ops@example.edu CertificateArn=arn:c DistributionId=E1"),
            "{shown}"
        );
        let mut there = section(&[]);
        there.set_region(REGION);
        assert!(planned_command(&there, "notes").is_none());
    }
}
