//! Imports of a TypeScript file.

use std::collections::BTreeSet;

/// Folder that the prefix `@/` refers to.
const SOURCE: &str = "web/src";

/// Returns every module of the web app that a file imports, statically, dynamically or by re-export, as a path from the
/// root of the workspace. The extension may be missing.
pub(super) fn imported_modules(file: &str, text: &str) -> BTreeSet<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let code = text.lines().filter(|line| !["//", "/*", "*"].iter().any(|sign| line.trim_start().starts_with(sign)));
    let code: Vec<&str> = code.collect();
    specifiers(&code.join("\n"))
        // The URL of a folder is not a module.
        .filter(|name| !name.ends_with('/'))
        .filter_map(|name| match name.strip_prefix("@/") {
            Some(path) => Some(joined(SOURCE, path)),
            None => name.starts_with('.').then(|| joined(folder, name)),
        })
        .collect()
}

/// Returns the string literals after `from`, `import` or `URL`, for the latter two also in parentheses: a worker is
/// named by its URL.
fn specifiers(code: &str) -> impl Iterator<Item = &str> {
    let after = |word: &'static str| {
        code.match_indices(word).filter_map(move |(at, _)| {
            let is_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_$.".contains(c));
            let rest = code[at + word.len()..].trim_start();
            let rest = if word == "from" { rest } else { rest.trim_start_matches('(').trim_start() };
            let quote = rest.chars().next().filter(|c| is_word && ['"', '\''].contains(c))?;
            rest[1..].split_once(quote).map(|(name, _)| name)
        })
    };
    after("from").chain(after("import")).chain(after("URL"))
}

/// Resolves `name` relative to a folder.
fn joined(folder: &str, name: &str) -> String {
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::imported_modules;

    #[test]
    fn every_form_of_typescript_import_is_found() {
        let text = r#"
            import { useState } from "react";
            import "./styles.css";
            import type { Note } from '../../api/notes';
            import {
              Row,
            } from "@/ui/row";
            export * from "./other";
            const page = lazy(() => import("@/features/notes/page"));
            // import { old } from "@/ui/old";
            const worker = new Worker(new URL("./hash.worker.ts", import.meta.url));
            const transform = Array.from("./no");
        "#;
        let found = imported_modules("web/src/features/notes/list.tsx", text);
        let expected = [
            "web/src/api/notes",
            "web/src/features/notes/hash.worker.ts",
            "web/src/features/notes/other",
            "web/src/features/notes/page",
            "web/src/features/notes/styles.css",
            "web/src/ui/row",
        ];
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }
}
