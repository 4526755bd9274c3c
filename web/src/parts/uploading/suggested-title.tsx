import { useState } from "react";
import { problemText } from "@/api/problem";
import { type ContentRef, useSetTitle } from "@/data/admin/admin";
import { Button } from "@/ui/controls/button";
import type { PublishedUpload } from "./sending/queue";

/** Offers to replace the title of a published item with the title from its file's metadata. */
export function SuggestedTitle({ content, published }: { content: ContentRef; published: PublishedUpload }) {
  const { suggestions } = published;
  const adopt = useSetTitle(content);
  const [isDone, setDone] = useState(false);
  const title = suggestions.title?.trim();
  if (!title || title === published.title) return null;
  if (isDone) {
    return (
      <p className="m truncate-1 ok" role="status">
        The title is now “{title}”.
      </p>
    );
  }
  return (
    <div className="upload-offer">
      <p>
        Title in the file: “{title}”{suggestions.author && ` by ${suggestions.author}`}.
      </p>
      <Button
        size="sm"
        busy={adopt.isPending}
        busyLabel="Saving..."
        onClick={() => adopt.mutate({ title, seen: published.title }, { onSuccess: () => setDone(true) })}
      >
        Use this title
      </Button>
      {adopt.isError && (
        <p className="m bad" role="alert">
          The title was not changed. {problemText(adopt.error)}
        </p>
      )}
    </div>
  );
}
