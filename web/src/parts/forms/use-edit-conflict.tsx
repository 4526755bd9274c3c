import { useState } from "react";
import { Button } from "@/ui/controls/button";
import type { FieldLabelling } from "@/ui/form/field";

type Texts<Values> = { [Name in keyof Values]?: string };

/**
 * Merges two edits of the same version, field by field. A field that only the other administrator changed takes their
 * text. Where both changed a field, `values` keeps the typed text and `theirs` has the saved one.
 */
export function mergeEdits<Values extends Texts<Values>>(base: Values, saved: Values, typed: Values) {
  const values = { ...typed };
  const theirs: Texts<Values> = {};
  for (const name of Object.keys(saved) as (keyof Values)[]) {
    if (saved[name] === base[name] || saved[name] === typed[name]) continue;
    if (typed[name] === base[name]) values[name] = saved[name];
    else theirs[name] = saved[name] ?? "";
  }
  return { values, theirs };
}

/** Collapses white space as the server does. Line breaks count, but not several empty lines in a row. */
function cleaned(text = ""): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.normalize("NFC").replace(/\s+/g, " ").trim());
  return lines
    .filter((line, index) => line !== "" || lines[index - 1] !== "")
    .join("\n")
    .trim();
}

/** Returns true if the saved texts equal the sent ones, for example because only the response to a save was lost. */
export function hasSameTexts<Values extends Texts<Values>>(saved: Values, sent: Values): boolean {
  return (Object.keys(saved) as (keyof Values)[]).every((name) => cleaned(saved[name]) === cleaned(sent[name]));
}

/** State of a form whose item another administrator has saved in the meantime. `apply` sets one field of the form. */
export function useEditConflict<Values extends Texts<Values>>(apply: (name: keyof Values, text: string) => void) {
  const [theirs, setTheirs] = useState<Texts<Values>>();
  return {
    /** True after another administrator's changes were merged into the form. */
    isMerged: theirs !== undefined,
    merge(base: Values, saved: Values, typed: Values): void {
      const merged = mergeEdits(base, saved, typed);
      for (const name of Object.keys(merged.values) as (keyof Values)[]) {
        if (merged.values[name] !== typed[name]) apply(name, merged.values[name] ?? "");
      }
      setTheirs((before) => ({ ...before, ...merged.theirs }));
    },
    /**
     * Returns the hint of a field that both administrators changed: the label of the other text, and a button that
     * takes it over.
     */
    hint(
      name: keyof Values,
      labelOf: (text: string) => string = (text) => text,
    ): Pick<FieldLabelling, "hint" | "hintAction"> {
      const text = theirs?.[name];
      if (text === undefined) return {};
      const take = () => {
        apply(name, text);
        setTheirs({ ...theirs, [name]: undefined });
      };
      return {
        hint: `Saved by another administrator: ${text === "" ? "no text" : `“${labelOf(text)}”`}`,
        hintAction: (
          <Button size="sm" onClick={take}>
            Use this value
          </Button>
        ),
      };
    },
  };
}
