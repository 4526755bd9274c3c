import { useRef, useState } from "react";
import { requestIdOf } from "@/lib/text/reference";
import { Button } from "../controls/button";

/**
 * Reference of a server failure with a button that copies it. Renders nothing for other errors. Keeps the first
 * reference until the failure ends.
 */
export function RequestIdCopy({ error }: { error: unknown }) {
  const reference = requestIdOf(error);
  return reference === undefined ? null : <Shown latest={reference} />;
}

function Shown({ latest }: { latest: string }) {
  // While an outage lasts, each poll returns another reference. Showing it would announce the alert again and move the
  // focus.
  const [reference] = useState(latest);
  const id = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(reference);
      setCopied(true);
    } catch {
      // Without access to the clipboard, the selected text can be copied with the keyboard or the menu.
      if (id.current) getSelection()?.selectAllChildren(id.current);
    }
  }

  // A separate live region: otherwise "Copied" would make screen readers repeat the whole alert.
  return (
    <>
      {" "}
      <span className="reference" aria-live="polite" aria-atomic="false">
        If it keeps happening, report it with this reference.{" "}
        <span>
          Reference: <bdi ref={id}>{reference}</bdi>
        </span>{" "}
        <Button size="sm" aria-label={isCopied ? undefined : "Copy reference"} onClick={() => void copy()}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </span>
    </>
  );
}
