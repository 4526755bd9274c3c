import { useRef, useState } from "react";
import type { Playlist } from "@/api/models";
import { loadRules } from "@/core/wasm";
import { type AudioToAdd, useCreatePlaylist } from "@/data/playlists/playlists";
import { newUlid } from "@/lib/text/ulid";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { Switch } from "@/ui/form/switch";
import { TextField } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";

interface CreatePlaylistDialogProps {
  audio?: readonly AudioToAdd[];
  /** Number of tracks in the queue that is saved; `audio` may contain fewer. */
  queueLength?: number | undefined;
  onClose: () => void;
  onCreated?: ((playlist: Playlist) => void) | undefined;
}

function startText(count: number, queueLength: number | undefined, isPublic: boolean): string | undefined {
  if (count === 0) return undefined;
  const known = `If you already have a playlist with this name, ${count === 1 ? "it is" : "they are"} added there.`;
  if (queueLength === undefined) return `It starts with this audio note. ${known}`;
  const notes = `${count.toLocaleString("en")} audio ${count === 1 ? "note" : "notes"}`;
  const saved =
    queueLength > count
      ? `It starts with the first ${notes} of the ${queueLength.toLocaleString("en")} in the queue.`
      : `It starts with ${notes} from the queue.`;
  const seen = isPublic ? "The playlist is public unless you turn that off." : "Only you will see the playlist.";
  return `${saved} ${seen} ${known}`;
}

/** Dialog that creates a playlist. An existing name selects that playlist. */
export function CreatePlaylistDialog({ audio = [], queueLength, onClose, onCreated }: CreatePlaylistDialogProps) {
  // One id per dialog, so that a retry after a lost response does not create a second playlist.
  const id = useRef(newUlid());
  const [isPublic, setPublic] = useState(true);
  const { mutateAsync } = useCreatePlaylist();
  const { form, field, busy, problem } = useAppForm<{ name: string }>({
    defaultValues: { name: "" },
    check: async ({ name }) => (await loadRules()).validatePlaylistName(name),
    submit: async ({ name }) => {
      const visibility = isPublic ? "public" : "private";
      const made = await mutateAsync({ id: id.current, name, visibility, audio });
      const { playlist, created, added, isQueued } = made;
      if (isQueued) {
        toast("Created on this device. It will be copied to your account when you're back online.", { kind: "info" });
      } else if (created) toast("Playlist created!");
      else if (added > 0) toast("Added to playlist!");
      else if (audio.length > 0) toast("Already in this playlist", { kind: "info" });
      else toast("You already have a playlist with this name.", { kind: "info" });
      onClose();
      onCreated?.(playlist);
    },
    failure: "Failed to create playlist. Try again.",
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Create Playlist"
      description={startText(audio.length, queueLength, isPublic)}
    >
      <form {...form} className="mt-4 grid gap-4">
        <TextField label="Name" autoComplete="off" {...field("name")} />
        <Switch
          label="Public"
          hint={
            isPublic
              ? "Anyone who is signed in can listen to it, and it appears on your profile."
              : "Only you can see it."
          }
          checked={isPublic}
          onChange={setPublic}
        />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button variant="primary" type="submit" busy={busy} busyLabel="Creating...">
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
