import { FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import { DROPPED_FILES_MAX, readDroppedFolders } from "@/lib/browser/dropped-files";
import { cn } from "@/lib/text/cn";
import { toast } from "../feedback/toast";

type DropZoneProps = {
  /** Receives all dropped or chosen files. The caller must check their types. */
  onFiles: (files: File[]) => void;
  /** `accept` attribute of the file input, for example ".pdf,application/pdf". */
  accept?: string | undefined;
  multiple?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Text before the button, for example "Drop PDFs here or". */
  label?: string | undefined;
  chooseLabel?: string;
  error?: string | undefined;
};

const tooMany = `A folder can have at most ${DROPPED_FILES_MAX} files. Drop its folders one by one.`;

/** Area for dropping files and folders, with a button to choose files. */
export function DropZone({
  onFiles,
  accept,
  multiple = true,
  disabled = false,
  label = "Drop PDFs here or",
  chooseLabel = "choose files",
  error,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const inputId = useId();
  const errorId = `${inputId}-error`;
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files]);
  };
  async function drop({ files, items }: DataTransfer) {
    const folders = readDroppedFolders(items);
    if (!folders || !multiple) return take(files);
    try {
      onFiles(await folders);
    } catch (error) {
      const reason = error instanceof RangeError ? tooMany : "The folder could not be read. Choose its files instead.";
      toast(reason, { kind: "error" });
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button is for keyboards
    <div
      className={cn("drop-zone", over && "is-over")}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) void drop(event.dataTransfer);
      }}
    >
      <FileUp aria-hidden="true" />
      <span>
        {over ? "Drop to add" : label}{" "}
        {!over && (
          <button
            type="button"
            className="link"
            disabled={disabled}
            aria-controls={inputId}
            aria-describedby={error ? errorId : undefined}
            data-missing={error ? "" : undefined}
            onClick={() => input.current?.click()}
          >
            {chooseLabel}
          </button>
        )}
      </span>
      {error && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
      <input
        ref={input}
        id={inputId}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={chooseLabel}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // Reset, so that the same file can be chosen again after a failure.
          event.target.value = "";
        }}
      />
    </div>
  );
}
