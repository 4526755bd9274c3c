import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { problemText } from "@/api/problem";
import { type ContentEntry, type ContentFilter, readContent } from "@/data/admin/admin";
import { saveFile } from "@/lib/browser/save-file";
import { AccessibilityFindings } from "@/parts/accessibility/report";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";
import { Dialog } from "@/ui/overlay/dialog";
import { accessibilityCsv } from "./accessibility-csv";

/** Dialog with the accessibility report of a note. */
export function AccessibilityDialog({ entry, onClose }: { entry: ContentEntry; onClose: () => void }) {
  const { title, fileName, accessibility } = entry;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Accessibility of “${title}”`}
      description={
        accessibility
          ? `Results of the automatic checks of ${fileName}. They cannot decide everything: a file without problems may still be hard to use.`
          : "Not checked yet. The file was published before there were checks, or its text cannot be read. Replace the file to have it checked."
      }
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {accessibility && (
        <div className="mt-4">
          <AccessibilityFindings report={accessibility} />
        </div>
      )}
    </Dialog>
  );
}

/** Button that saves the accessibility reports of all notes that match the filter. */
export function SaveAccessibilityButton({ filter }: { filter: ContentFilter }) {
  const save = useMutation({
    mutationFn: async () => {
      const csv = accessibilityCsv(await readContent(filter));
      saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "accessibility.csv");
    },
    onError: (error) => toast(`The reports could not be saved. ${problemText(error)}`, { kind: "error" }),
  });
  return (
    <Button size="sm" icon={<FileDown />} busy={save.isPending} onClick={() => save.mutate()}>
      Accessibility as CSV
    </Button>
  );
}
