//! Determines what a deployment will change, before anything is built.

use std::fs;

use anyhow::{Context as _, Result};
use chores::{root, run};

use super::parameters::{self, Parameters, Plan, Section};
use super::stack::{self, Deployed};
use super::{Args, TEMPLATE};

/// Plans a deployment, then builds. A build takes minutes, so a refused plan starts none.
///
/// # Errors
/// Any error of `plan` or `build`.
pub(super) fn plan_then_build<P, B>(
    plan: impl FnOnce() -> Result<P>,
    build: impl FnOnce() -> Result<B>,
) -> Result<(P, B)> {
    let planned = plan()?;
    Ok((planned, build()?))
}

/// Sets the parameters of the section to those of the deployed stack and those in `--set`, and prints the changes.
/// Returns the deployed stack. Writes no file.
///
/// # Errors
/// If a parameter is refused, or if the deployment would change the table and `--table` does not name it.
pub(super) fn plan_stack(args: &Args, section: &mut Section) -> Result<Option<Deployed>> {
    stack::use_region(section.region());
    let deployed = Deployed::find(&args.stack.name)?;
    let plan = plan(section, deployed.as_ref().map(|stack| &stack.parameters), &args.set)?;
    if let Some(deployed) = &deployed {
        refuse_other_table(deployed, &plan.parameters, args.table.as_deref())?;
    }
    for line in plan.overridden.iter().chain(&plan.changes) {
        run::print_line(&format!("  {line}"));
    }
    section.parameters = plan.parameters;
    Ok(deployed)
}

fn plan(section: &Section, deployed: Option<&Parameters>, set: &[(String, String)]) -> Result<Plan> {
    let template = fs::read_to_string(root().join(TEMPLATE)).with_context(|| format!("{TEMPLATE} cannot be read"))?;
    Plan::new(&parameters::template_parameters(&template), &section.parameters, deployed, set)
}

fn refuse_other_table(deployed: &Deployed, wanted: &Parameters, confirmed: Option<&str>) -> Result<()> {
    if deployed.parameters.get(parameters::TABLE) == wanted.get(parameters::TABLE) {
        return Ok(());
    }
    let resources = deployed.resources()?;
    let own = resources.get("Table").map_or("its own", String::as_str);
    let (from, to) = (parameters::table_of(&deployed.parameters, own), parameters::table_of(wanted, own));
    parameters::reject_other_table(from, to, confirmed)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_deployment_that_would_change_the_table_is_refused_before_the_build_starts() {
        let is_built = Cell::new(false);
        let build = || {
            is_built.set(true);
            Ok(())
        };
        let refused = plan_then_build(|| parameters::reject_other_table("restored", "note-ninja", None), build);
        assert!(refused.unwrap_err().to_string().contains("add `--table note-ninja`"));
        assert!(!is_built.get(), "a build was started");
        plan_then_build(|| parameters::reject_other_table("restored", "note-ninja", Some("note-ninja")), build)
            .unwrap();
        assert!(is_built.get());
    }
}
