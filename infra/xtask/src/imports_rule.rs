//! Which part may use which. Cargo enforces most of it for Rust; this checks the rest, and the web app.

use std::fs;
use std::path::Path;

use anyhow::Result;

/// Layers of `web/src` from the bottom up: a file may import from its own layer's folder and from those named.
const LAYERS: [(&str, &[&str]); 6] = [
    ("lib", &[]),
    ("core", &["lib"]),
    ("api", &["lib", "core"]),
    ("ui", &["lib", "core"]),
    ("features", &["lib", "core", "api", "ui"]),
    ("app", &["lib", "core", "api", "ui", "features"]),
];
/// Rust crates that only one folder may use.
const CRATES: [(&str, &str); 4] = [
    ("aws_sdk_dynamodb", "functions/store"),
    ("aws_sdk_s3", "functions/store"),
    ("aws_sdk_cognitoidentityprovider", "functions/store"),
    ("wasm_bindgen::", "wasm-core/src/bindings"),
];

/// One sentence for every import that goes the wrong way.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    let web = root.join("web/src");
    walk(&web, &mut |path, text| {
        let inner = path.strip_prefix(&web).unwrap_or(path).to_string_lossy().replace('\\', "/");
        if inner.ends_with(".ts") || inner.ends_with(".tsx") {
            broken.extend(wrong_in(&inner, text));
        }
    })?;
    for folder in ["wasm-core/src", "functions", "infra/local/src", "tests/api"] {
        walk(&root.join(folder), &mut |path, text| {
            let inner = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
            for (name, home) in CRATES {
                if inner.ends_with(".rs") && !inner.starts_with(home) && text.contains(&format!("use {name}")) {
                    broken.push(format!("{inner}: only {home} may use {}", name.trim_end_matches(':')));
                }
            }
        })?;
    }
    Ok(broken)
}

fn walk(folder: &Path, visit: &mut impl FnMut(&Path, &str)) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default();
            if name != "node_modules" && name != "pkg" && name != "target" {
                walk(&path, visit)?;
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            visit(&path, &text);
        }
    }
    Ok(())
}

/// `file` is a path below `web/src`.
fn wrong_in(file: &str, text: &str) -> Vec<String> {
    specifiers(text)
        .filter_map(|specifier| {
            let target = resolve(file, specifier)?;
            reason(file, &target).map(|reason| format!("web/src/{file}: imports {target}: {reason}"))
        })
        .collect()
}

fn reason(file: &str, target: &str) -> Option<String> {
    if target.starts_with("core/generated/pkg") && !file.starts_with("core/") {
        return Some("only core may use the generated core".into());
    }
    let (from, to) = (top(file), top(target));
    let (_, allowed) = LAYERS.iter().find(|(layer, _)| *layer == from)?;
    if !LAYERS.iter().any(|(layer, _)| *layer == to) {
        return None;
    }
    if from != to && !allowed.contains(&to) {
        return Some(format!("{from} may not use {to}"));
    }
    let feature = |path: &str| path.split('/').nth(1).map(str::to_owned);
    (from == "features" && to == "features" && feature(file) != feature(target))
        .then(|| "features may not use each other; let a route module bring them together".into())
}

fn top(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}

/// What is written between the quotes of `from "…"`, `import "…"` and `import("…")`.
fn specifiers(text: &str) -> impl Iterator<Item = &str> {
    ["from \"", "import \"", "import(\""].into_iter().flat_map(move |opening| {
        text.match_indices(opening).filter_map(move |(at, _)| text[at + opening.len()..].split('"').next())
    })
}

/// The path below `web/src` that a specifier means; `None` for packages.
fn resolve(file: &str, specifier: &str) -> Option<String> {
    if let Some(inner) = specifier.strip_prefix("@/") {
        return Some(inner.to_owned());
    }
    if !specifier.starts_with('.') {
        return None;
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::wrong_in;

    #[track_caller]
    fn check(file: &str, import: &str, is_wrong: bool) {
        assert_eq!(!wrong_in(file, import).is_empty(), is_wrong, "{file}: {import}");
    }

    #[test]
    fn imports_go_down_and_never_across_features() {
        check("features/browse/list.tsx", r#"import { x } from "../notes/row";"#, true);
        check("features/browse/list.tsx", r#"import { x } from "@/features/browse/card";"#, false);
        check("features/browse/list.tsx", r#"import { paths } from "@/app/router";"#, true);
        check("features/browse/list.tsx", r#"import { Button } from "@/ui/button";"#, false);
        check("ui/button.tsx", r#"import { api } from "@/api/client";"#, true);
        check("lib/cn.ts", r#"import { Button } from "../ui/button";"#, true);
        check("app/routes/browse.tsx", r#"const x = import("@/features/browse/page");"#, false);
        check("features/browse/list.tsx", r#"import type { Hit } from "@/core/generated/pkg/wasm_core";"#, true);
        check("core/engine.ts", r#"import("./generated/pkg/wasm_core")"#, false);
        check("ui/button.tsx", r#"import { Slot } from "radix-ui";"#, false);
    }
}
