//! Crates that only one folder may use. Cargo enforces the rest of the directions in Rust; for the web app
//! `web/src/imports.test.ts` does.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::run;

/// The crate as `use` names it, and the folder it belongs to.
const HOMES: [(&str, &str); 4] = [
    ("aws_sdk_dynamodb", "functions/store"),
    ("aws_sdk_s3", "functions/store"),
    ("aws_sdk_cognitoidentityprovider", "functions/store"),
    ("wasm_bindgen", "wasm-core/src/bindings"),
];
const FOLDERS: [&str; 4] = ["wasm-core/src", "functions", "infra", "tests/api"];

/// Refuses crates that are used outside their folder, and says where.
pub(crate) fn refuse() -> Result<()> {
    let broken = check(&crate::root())?;
    for line in &broken {
        run::complain(line);
    }
    if broken.is_empty() {
        return Ok(());
    }
    bail!("{} files use a crate that is not theirs; ARCHITECTURE.md says whose it is.", broken.len());
}

/// One sentence for every use outside its folder.
fn check(root: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for folder in FOLDERS {
        walk(&root.join(folder), &mut |path, text| {
            let file = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
            broken.extend(wrong_in(&file, text));
        })?;
    }
    Ok(broken)
}

fn walk(folder: &Path, visit: &mut impl FnMut(&Path, &str)) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, visit)?;
        } else if path.extension().is_some_and(|e| e == "rs")
            && let Ok(text) = fs::read_to_string(&path)
        {
            visit(&path, &text);
        }
    }
    Ok(())
}

fn wrong_in(file: &str, text: &str) -> Vec<String> {
    let uses = |name: &str| {
        text.lines().map(str::trim_start).any(|line| {
            let path = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("use ");
            path.is_some_and(|path| path.starts_with(&format!("{name}::")) || path == format!("{name};"))
        })
    };
    HOMES
        .iter()
        .filter(|(name, home)| !file.starts_with(home) && uses(name))
        .map(|(name, home)| format!("{file}: only {home} may use {name}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::wrong_in;

    #[test]
    fn aws_clients_and_bindings_stay_at_home() {
        let check = |file: &str, line: &str| wrong_in(file, line).len();
        assert_eq!(check("functions/api/src/lib.rs", "use aws_sdk_s3::Client;"), 1);
        assert_eq!(check("functions/store/src/client.rs", "use aws_sdk_s3::Client;"), 0);
        assert_eq!(check("wasm-core/src/text.rs", "    use wasm_bindgen::prelude::*;"), 1);
        assert_eq!(check("wasm-core/src/bindings.rs", "use wasm_bindgen::prelude::*;"), 0);
        assert_eq!(check("infra/xtask/src/wasm.rs", "use wasm_bindgen_cli_support::Bindgen;"), 0);
    }
}
