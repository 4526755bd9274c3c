import "./palette.css";
import { Search, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "@/ui/controls/icon-button";
import { LoadError } from "@/ui/feedback/load-error";
import { Combobox, ComboboxInput } from "@/ui/form/combobox";
import { useReturnFocus } from "@/ui/overlay/return-focus";
import { CommandList } from "./command-list";
import type { Command } from "./commands";
import type { Role } from "./nav-targets";
import { useCommandGroups } from "./use-command-groups";

const LABEL = "Search courses, audio, albums, playlists and pages";

interface PaletteProps {
  onClose: () => void;
  /** `undefined` for visitors. */
  uid: string | undefined;
  who: Role;
  onSignOut: () => void;
}

/** Command palette: search, pages and actions with full keyboard control. */
export function Palette(props: PaletteProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={props.onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim palette-scrim">
          <Dialog.Content
            className="dialog palette"
            aria-describedby={undefined}
            onOpenAutoFocus={onOpenAutoFocus}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            <Dialog.Title asChild>
              <h2 className="sr-only">Search and go</h2>
            </Dialog.Title>
            <Content {...props} />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ onClose, uid, who, onSignOut }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const [isEntered, setIsEntered] = useState(false);
  const { groups, isPending, isStale, isError, error, retry } = useCommandGroups({
    text,
    onText: change,
    uid,
    who,
    onSignOut,
  });
  const choices = groups.flatMap((group) => group.commands);
  // New results can be shorter than the previous ones.
  const active = Math.min(chosen, choices.length - 1);

  // Enter waits for the results of the text that was typed last.
  useEffect(() => {
    if (!isEntered || isStale) return;
    setIsEntered(false);
    const choice = choices[active];
    if (choice) choose(choice);
  });

  function enter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter" || !isStale) return;
    event.preventDefault();
    setIsEntered(true);
  }
  function change(next: string) {
    setText(next);
    setChosen(0);
    setIsEntered(false);
    input.current?.focus();
  }
  function choose(choice: Command) {
    if (!choice.keepsPaletteOpen) onClose();
    choice.run();
  }

  return (
    <Combobox
      text={text}
      onText={change}
      isOpen={choices.length > 0}
      active={active}
      // One option is always active.
      onActive={(index) => setChosen(Math.max(0, index))}
      includesInput={false}
    >
      <div className="palette-box">
        <Search aria-hidden="true" />
        <ComboboxInput
          ref={input}
          label={LABEL}
          placeholder="Search or jump to..."
          enterKeyHint="go"
          onKeyDownCapture={enter}
        />
        <kbd className="kbd">Esc</kbd>
        <IconButton label="Close" icon={<X />} className="palette-close" onClick={onClose} />
      </div>
      <CommandList groups={groups} onChoose={choose} />
      <div role="status" className={choices.length > 0 ? "sr-only" : "palette-note"}>
        {text.trim() !== "" && !isError && (isPending ? "Loading..." : countOf(choices.length, text.trim()))}
      </div>
      {text.trim() !== "" && isError && (
        <LoadError variant="line" error={error} className="palette-note" onRetry={retry}>
          Not everything could be searched. Check your connection and try again.
        </LoadError>
      )}
      <p className="palette-keys" aria-hidden="true">
        <kbd className="kbd">↑</kbd> <kbd className="kbd">↓</kbd> to choose <kbd className="kbd">Enter</kbd> to open
      </p>
    </Combobox>
  );
}

function countOf(count: number, text: string): string {
  if (count === 0) return `Nothing found for “${text}”.`;
  return count === 1 ? "1 result" : `${count} results`;
}
