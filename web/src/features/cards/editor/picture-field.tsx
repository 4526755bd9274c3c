import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { StudyCard } from "@/api/models";
import { validateWithRules } from "@/core/validation";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { DropZone } from "@/ui/form/drop-zone";

type Picture = NonNullable<StudyCard["image"]>;

/** Image that the card will have. */
export type ChosenPicture =
  | { kind: "kept"; picture: Picture }
  | { kind: "new"; file: File; url: string; width: number; height: number }
  | { kind: "none" };

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif";
const UNREADABLE = "This picture cannot be read. Choose another one.";

/** Returns a validation message, or `undefined` if the file is valid. The server applies the same rules. */
async function problemOf(file: File): Promise<string | undefined> {
  const failing = await validateWithRules((core) => core.validateImageFile(file.name, file.type, file.size));
  return failing[0]?.message;
}

/** Decodes an image file and returns it with an object URL, or `undefined` if the browser cannot decode it. */
async function shownOf(file: File): Promise<ChosenPicture | undefined> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return { kind: "new", file, url, width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    URL.revokeObjectURL(url);
    return undefined;
  }
}

interface PictureFieldProps {
  picture: ChosenPicture;
  onPicture: (picture: ChosenPicture) => void;
  disabled: boolean;
}

export function PictureField({ picture, onPicture, disabled }: PictureFieldProps) {
  const [problem, setProblem] = useState<string>();
  const url = picture.kind === "new" ? picture.url : undefined;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  async function choose([file]: File[]) {
    if (!file) return;
    const wrong = await problemOf(file);
    const shown = wrong === undefined ? await shownOf(file) : undefined;
    setProblem(wrong ?? (shown ? undefined : UNREADABLE));
    if (shown) onPicture(shown);
  }

  return (
    <fieldset className="grid gap-2" disabled={disabled}>
      <legend className="mb-1">
        Picture on the front<span className="opt"> optional</span>
      </legend>
      {picture.kind === "none" ? (
        <DropZone
          multiple={false}
          accept={ACCEPTED}
          disabled={disabled}
          label="Drop a picture here or"
          chooseLabel="choose a picture"
          onFiles={(files) => void choose(files)}
        />
      ) : (
        <div className="picked-picture">
          <span className="truncate-1">{picture.kind === "new" ? picture.file.name : "Current picture"}</span>
          <Button
            size="sm"
            variant="danger-quiet"
            icon={<Trash2 />}
            disabled={disabled}
            onClick={() => onPicture({ kind: "none" })}
          >
            Remove picture
          </Button>
        </div>
      )}
      {problem && <Banner kind="bad">{problem}</Banner>}
    </fieldset>
  );
}
