import { FileX } from "lucide-react";
import { problemDetail } from "@/api/problem";
import { UnknownTextVersion } from "@/data/notes/note-text";
import { Button } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";

interface TextErrorProps {
  error: unknown;
  onRetry: () => void;
  onShowPages: () => void;
}

/** Shown instead of the text if it could not be loaded. The pages do not depend on it. */
export function TextError({ error, onRetry, onShowPages }: TextErrorProps) {
  return (
    <div className="text-message">
      {error instanceof UnknownTextVersion ? (
        <StatusPlaceholder icon={<FileX />} title={problemDetail(error)} role="alert" />
      ) : (
        <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={onRetry}>
          The text could not be loaded
        </LoadError>
      )}
      <Button variant="quiet" onClick={onShowPages}>
        Show the pages
      </Button>
    </div>
  );
}
