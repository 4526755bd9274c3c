import { useRef } from "react";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/form/checkbox";
import { Dialog } from "@/ui/overlay/dialog";
import { usePlayerView } from "../player-view";
import { SHORTCUTS } from "./shortcuts";

/** List of keyboard shortcuts, with a switch that disables single letters. */
export function ShortcutsSheet() {
  const { isHelpOpen, setHelpOpen, hasShortcuts, setHasShortcuts } = usePlayerView();
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={isHelpOpen}
      onOpenChange={setHelpOpen}
      title="Keyboard shortcuts"
      initialFocus={close}
      actions={
        <Button ref={close} variant="primary" onClick={() => setHelpOpen(false)}>
          Close
        </Button>
      }
    >
      <dl className="shortcuts">
        {SHORTCUTS.map(({ keys, action }) => (
          <div key={action}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Single-key shortcuts"
        hint="Turn this off if you use dictation or press keys by accident. Space and the arrow keys keep working."
        checked={hasShortcuts}
        onChange={(event) => setHasShortcuts(event.target.checked)}
      />
    </Dialog>
  );
}
