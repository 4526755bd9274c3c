//! Checks all imports against the table in [`crate::lint::layers`]: forbidden folders, import cycles, and external
//! crates outside their home.

mod cycles;
mod rust;
mod tokens;
mod typescript;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use chores::{root, run};

use crate::lint::layers::{CRATE_ALLOWLIST, IndependentModules, LayeredTree, PrivateTo, WORKSPACE, is_in, parts};

/// Folders to read: our crates, the web app, and all other code that could use an external crate.
const FOLDERS: [&str; 7] =
    ["wasm-core/src", "wasm-core/meaning", "wasm-core/bindings", "functions", "infra", "tests/api", "web/src"];

/// Subfolders without hand-written code.
const SKIPPED: [&str; 3] = ["generated", "node_modules", "target"];

/// File contents by path from the root of the workspace.
type Files = BTreeMap<String, String>;

/// Imports of each file within our code.
type ImportGraph = BTreeMap<String, BTreeSet<String>>;

/// Fails with a list of forbidden imports.
pub(crate) fn check() -> Result<()> {
    let mut files = Files::new();
    for folder in FOLDERS {
        collect(&root(), folder, &[".rs", ".ts", ".tsx"], &mut files)?;
    }
    let wrong = wrong_in(&files);
    for line in &wrong {
        run::print_error(line);
    }
    if wrong.is_empty() {
        return Ok(());
    }
    bail!(
        "{} imports lead where they may not; infra/xtask/src/lint/layers.rs says which folder may know which.",
        wrong.len()
    );
}

/// Reads the files below a folder whose names have one of these endings.
pub(crate) fn collect(root: &Path, folder: &str, endings: &[&str], files: &mut Files) -> Result<()> {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                collect(root, &path, endings, files)?;
            }
        } else if endings.iter().any(|ending| path.ends_with(ending)) {
            files.insert(path, fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}

/// Returns one sentence per violation.
fn wrong_in(files: &Files) -> Vec<String> {
    let imports = imports(files);
    let mut wrong: Vec<String> =
        imports.arrows.iter().flat_map(|(from, targets)| targets.iter().filter_map(|to| forbidden(from, to))).collect();
    let inside: cycles::ImportGraph<'_> = imports
        .arrows
        .iter()
        .map(|(from, targets)| (from.as_str(), targets.iter().map(String::as_str).collect()))
        .collect();
    for mut circle in cycles::find(&inside) {
        circle.push(circle[0]);
        wrong.push(format!("These files import each other in a circle: {}", circle.join(" -> ")));
    }
    for (file, name) in imports.outsiders {
        let home = CRATE_ALLOWLIST.iter().find(|(crate_name, _)| *crate_name == name);
        if let Some((_, folders)) = home.filter(|(_, folders)| !folders.iter().any(|folder| is_in(&file, folder))) {
            wrong.push(format!("{file} uses {name}: only {} may", folders.join(" and ")));
        }
    }
    wrong
}

/// Returns the reason why an import is forbidden, if it is.
fn forbidden(from: &str, to: &str) -> Option<String> {
    parts().find_map(|part| {
        let (here, there) = (below(part, from)?, below(part, to)?);
        Some(format!("{from} imports {to}: {}", broken_rule(part, here, there)?))
    })
}

/// Returns the rule of a part that an import breaks.
fn broken_rule(part: &LayeredTree, here: &str, there: &str) -> Option<String> {
    let floor_there = part.layer_of(there).map(|layer| part.layers[layer].0);
    let floor_here = part.layer_of(here);
    let name_here = floor_here.map(|layer| part.layers[layer].0);
    if let Some(PrivateTo(folder, owner)) = part.private.iter().find(|behind| is_in(there, behind.0))
        && name_here != Some(owner)
    {
        return Some(format!("{folder} is behind {owner}"));
    }
    let name_here = name_here?;
    if floor_there == Some(name_here) {
        let IndependentModules(layer, meeting) = part.independent.iter().find(|apart| apart.0 == name_here)?;
        let folder = |path| below_floor(path, layer).and_then(|rest| rest.split('/').next());
        return (folder(here) != folder(there)).then(|| format!("{layer} meet in {meeting}"));
    }
    let known = part.allowed_deps(floor_here?);
    let is_known = known.iter().any(|name| floor_there.map_or_else(|| is_in(there, name), |layer| layer == *name));
    let list = if known.is_empty() { "nothing else".to_owned() } else { known.join(", ") };
    (!is_known).then(|| format!("{name_here} may know {list}"))
}

/// Returns the path relative to the root of a part.
fn below<'a>(part: &LayeredTree, path: &'a str) -> Option<&'a str> {
    if part.root.is_empty() { Some(path) } else { below_floor(path, part.root) }
}

fn below_floor<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}

#[derive(Default)]
struct Imports {
    /// Imports of each file within our code. A target is a file, the source folder of a crate, or the path of a missing
    /// file.
    arrows: ImportGraph,
    /// Pairs of a file and an external crate that it uses.
    outsiders: BTreeSet<(String, String)>,
}

fn imports(files: &Files) -> Imports {
    let mut imports = Imports { arrows: typescript_imports(files), ..Imports::default() };
    for crate_folder in crates() {
        of_crate(files, crate_folder, &mut imports);
    }
    let elsewhere = |file: &str| !crates().any(|folder| below_floor(file, &format!("{folder}/src")).is_some());
    for (file, text) in files.iter().filter(|(file, _)| file.ends_with(".rs") && elsewhere(file)) {
        let reading = rust::read(text);
        imports.outsiders.extend(reading.outside_names().into_iter().map(|name| (file.clone(), name.to_owned())));
    }
    imports
}

/// Returns the imports of TypeScript files within our code.
pub(crate) fn typescript_imports(files: &Files) -> ImportGraph {
    let scripts = files.iter().filter(|(file, _)| !file.ends_with(".rs"));
    let targets = |file: &String, text: &String| {
        let named = typescript::imported_modules(file, text).into_iter().map(|name| resolved(files, name));
        named.filter(|target| target != file).collect()
    };
    scripts.map(|(file, text)| (file.clone(), targets(file, text))).collect()
}

/// Returns all files reachable from `from`, including itself, through files that `may_pass` accepts.
pub(crate) fn reachable<'a>(
    arrows: &'a ImportGraph,
    from: &'a str,
    may_pass: impl Fn(&str) -> bool,
) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(file) = waiting.pop() {
        if arrows.contains_key(file) && may_pass(file) && reached.insert(file) {
            waiting.extend(arrows.get(file).into_iter().flatten().map(String::as_str));
        }
    }
    reached
}

/// Returns the folders of our crates.
fn crates() -> impl Iterator<Item = &'static str> {
    WORKSPACE.layers.iter().map(|layer| layer.0).filter(|folder| !folder.starts_with("web"))
}

/// Collects the imports of one crate.
fn of_crate(files: &Files, folder: &str, imports: &mut Imports) {
    let root = format!("{folder}/src");
    let sources = || files.iter().filter(|(file, _)| file.ends_with(".rs") && below_floor(file, &root).is_some());
    let modules = rust::Modules::new(&root, sources().map(|(file, _)| file.as_str()));
    let mut tests = BTreeSet::new();
    for (file, text) in sources() {
        let here = rust::module_of(below_floor(file, &root).unwrap_or_default());
        let reading = rust::read(text);
        tests.extend(reading.tests.iter().filter_map(|name| modules.file_of(&here, name)));
        let targets = imports.arrows.entry(file.clone()).or_default();
        targets.extend(modules.imported_files(&here, file, &reading).into_iter().map(str::to_owned));
        for name in reading.outside_names().into_iter().filter(|name| modules.file_of(&here, name).is_none()) {
            let ours =
                crates().find(|other| other.rsplit('/').next().is_some_and(|last| last.replace('-', "_") == name));
            match ours.filter(|other| *other != folder) {
                Some(other) => _ = targets.insert(format!("{other}/src")),
                None => _ = imports.outsiders.insert((file.clone(), name.to_owned())),
            }
        }
    }
    // Tests may import anything.
    imports.arrows.retain(|file, _| !tests.contains(file.as_str()));
}

/// Resolves a TypeScript import to a file if it exists.
fn resolved(files: &Files, name: String) -> String {
    let endings = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
    endings.iter().map(|ending| format!("{name}{ending}")).find(|path| files.contains_key(path)).unwrap_or(name)
}

#[cfg(test)]
mod tests;
