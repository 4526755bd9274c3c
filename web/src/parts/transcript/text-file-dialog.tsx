import { type ReactNode, useState } from "react";
import { problemDetail } from "@/api/problem";
import { TRANSCRIPT_MAX_BYTES } from "@/core/limits";
import { formatBytes } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { DropZone } from "@/ui/form/drop-zone";
import { Dialog } from "@/ui/overlay/dialog";

interface TextFileDialogProps {
  title: string;
  description: string;
  /** File types that the dialog offers. */
  accept: string;
  /** Name of the content of the file, as the start of a sentence. */
  what: "Transcript" | "Chapters";
  put: (file: File) => Promise<unknown>;
  /** Removes the existing text. Absent if there is none. */
  remove: (() => Promise<unknown>) | undefined;
  /** Text above the field. */
  children: ReactNode;
  onClose: () => void;
}

/** Dialog to add, replace or remove a text that belongs to a recording. For administrators. */
export function TextFileDialog(props: TextFileDialogProps) {
  const { title, description, accept, what, put, remove, children, onClose } = props;
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState<"put" | "remove">();
  const isBusy = running !== undefined;

  async function run(action: "put" | "remove", done: string, work: () => Promise<unknown>) {
    setProblem(undefined);
    setRunning(action);
    try {
      await work();
      toast(done);
      onClose();
    } catch (error) {
      setProblem(problemDetail(error));
    } finally {
      setRunning(undefined);
    }
  }
  function send([file]: File[]) {
    if (!file) return;
    if (file.size > TRANSCRIPT_MAX_BYTES) {
      setProblem(`“${file.name}” is too large. The limit is ${formatBytes(TRANSCRIPT_MAX_BYTES)}.`);
      return;
    }
    void run("put", `${what} saved.`, () => put(file));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Close
          </Button>
          {remove && (
            <Button
              variant="danger-quiet"
              disabled={isBusy}
              onClick={() => void run("remove", `${what} removed.`, remove)}
            >
              Remove the {what.toLowerCase()}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-4 grid gap-4">
        {children}
        <DropZone
          multiple={false}
          accept={accept}
          label="Drop a file here or"
          chooseLabel="choose a file"
          disabled={isBusy}
          onFiles={send}
        />
        {running === "put" && <p role="status">Reading the file...</p>}
        {problem && <Banner kind="bad">{problem}</Banner>}
      </div>
    </Dialog>
  );
}
