import { Pencil } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { validateWithRules } from "@/core/validation";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";

export interface NameDraft {
  name: string;
  problem?: string | undefined;
}

interface PlaylistNameProps {
  name: string;
  /** True if the user may rename the playlist. */
  isMine: boolean;
  draft: NameDraft | undefined;
  onDraft: (draft: NameDraft | undefined) => void;
  onRename: (name: string) => void;
}

/** Heading of a playlist, which the owner can edit in place. */
export function PlaylistName({ name, isMine, draft, onDraft, onRename }: PlaylistNameProps) {
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const isEditing = draft !== undefined;
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (draft) return <NameForm name={name} draft={draft} onDraft={onDraft} onRename={onRename} />;
  return (
    <div className="playlist-name">
      <h1>{name}</h1>
      {isMine && (
        <IconButton
          ref={pencil}
          size="sm"
          label="Rename playlist"
          icon={<Pencil />}
          onClick={() => onDraft({ name })}
        />
      )}
    </div>
  );
}

type NameFormProps = Pick<PlaylistNameProps, "name" | "onDraft" | "onRename"> & { draft: NameDraft };

function NameForm({ name, draft, onDraft, onRename }: NameFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useUnsavedChanges(draft.name !== name);
  useEffect(() => input.current?.select(), []);
  useEffect(() => {
    if (draft.problem !== undefined) input.current?.focus();
  }, [draft.problem]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = draft.name.trim();
    const failing = await validateWithRules((core) => core.validatePlaylistName(typed));
    if (failing[0]) {
      onDraft({ ...draft, problem: failing[0].message });
      return;
    }
    onDraft(undefined);
    if (typed !== name) onRename(typed);
  }

  return (
    <form className="playlist-rename" onSubmit={submit} noValidate>
      <h1 className="sr-only">{name}</h1>
      <input
        ref={input}
        className="input"
        aria-label="Name of the playlist"
        aria-invalid={draft.problem ? true : undefined}
        aria-describedby={draft.problem ? problemId : undefined}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => onDraft({ name: event.target.value })}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === "Escape") onDraft(undefined);
        }}
      />
      <div className="actions">
        <Button variant="tonal" size="sm" type="submit">
          Save
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onDraft(undefined)}>
          Cancel
        </Button>
      </div>
      {draft.problem && (
        <p id={problemId} className="problem" role="alert">
          {draft.problem}
        </p>
      )}
    </form>
  );
}
