//! The targets of search by meaning, each with what was measured.

use chores::run;

/// Collects the targets of one run.
#[derive(Debug, Default)]
pub(super) struct Targets(Vec<Target>);

#[derive(Debug)]
struct Target {
    name: String,
    measured: f64,
    limit: String,
    decimals: usize,
    is_met: bool,
}

impl Targets {
    /// Adds a value that must not be smaller than `limit`. Both are printed with this number of decimals.
    pub(super) fn at_least(&mut self, name: &str, measured: f64, limit: f64, decimals: usize) {
        self.add(name, measured, format!("at least {limit:.decimals$}"), decimals, measured >= limit);
    }

    /// Adds a value that must not be larger than `limit`.
    pub(super) fn at_most(&mut self, name: &str, measured: f64, limit: f64, decimals: usize) {
        self.add(name, measured, format!("at most {limit:.decimals$}"), decimals, measured <= limit);
    }

    fn add(&mut self, name: &str, measured: f64, limit: String, decimals: usize, is_met: bool) {
        self.0.push(Target { name: name.to_owned(), measured, limit, decimals, is_met });
    }

    /// Prints all targets.
    pub(super) fn print(&self) {
        run::print_line("\n| target | measured | limit | |\n|---|---|---|---|");
        for Target { name, measured, limit, decimals, is_met } in &self.0 {
            let verdict = if *is_met { "met" } else { "missed" };
            run::print_line(&format!("| {name} | {measured:.decimals$} | {limit} | {verdict} |"));
        }
    }
}
