import { ImagePlus, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { validateWithRules } from "@/core/validation";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { Field } from "@/ui/form/field";
import "../uploading.css";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif";

export function PictureField(props: {
  picture: File | undefined;
  current?: string | undefined;
  /** True if several notes will get the same image. */
  isForSeveral?: boolean | undefined;
  disabled: boolean;
  onPicture: (picture: File | undefined) => void;
  /** Removes the current image. If it is undefined, the image can only be replaced. */
  onRemove?: (() => void) | undefined;
}) {
  const { picture, current, isForSeveral = false, disabled, onPicture, onRemove } = props;
  const fieldId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [rejection, setRejection] = useState<string>();
  const chooses = current ? "Choose another picture" : "Choose a picture";

  async function choose(file: File) {
    const [failing] = await validateWithRules((core) => core.validateImageFile(file.name, file.type, file.size));
    const wrong = failing?.message;
    setRejection(wrong);
    if (wrong === undefined) onPicture(file);
  }
  return (
    <Field
      id={fieldId}
      label="Picture"
      optional
      error={rejection}
      hint={picture && isForSeveral ? "It is used for all chosen notes." : undefined}
    >
      {picture ? (
        <div className="upload-picture">
          <Thumbnail
            picture={picture}
            onBroken={() => {
              setRejection("This picture cannot be read. Choose another one.");
              onPicture(undefined);
            }}
          />
          <span className="truncate-1 grow" title={picture.name}>
            {picture.name}
          </span>
          <IconButton
            id={fieldId}
            size="sm"
            label={`Remove ${picture.name}`}
            icon={<X />}
            disabled={disabled}
            onClick={() => onPicture(undefined)}
          />
        </div>
      ) : (
        <div className="upload-picture">
          {current && <img src={current} alt="Shown now" />}
          <Button
            id={fieldId}
            icon={<ImagePlus />}
            // The accessible name must match the visible text for voice control.
            aria-label={chooses}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            {chooses}
          </Button>
          {current && onRemove && (
            <IconButton size="sm" label="Remove the picture" icon={<X />} disabled={disabled} onClick={onRemove} />
          )}
        </div>
      )}
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="Picture file"
        accept={ACCEPTED}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void choose(file);
          // Reset, so that the same file can be chosen again after a failure.
          event.target.value = "";
        }}
      />
    </Field>
  );
}

function Thumbnail({ picture, onBroken }: { picture: File; onBroken: () => void }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url && <img src={url} alt="" onError={onBroken} />;
}
