import { ChevronDown, FileUp } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import "./uploading.css";

interface UploadPanelProps {
  /** 'Upload PDF Note'. */
  title: string;
  /** Uploads are under way: the panel is open from the start. */
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What is typed, and the button that sends. */
  fields: ReactNode;
  /** Where files are chosen, and how far they are. */
  children: ReactNode;
}

/** The frame of a form with files. On a phone it is folded behind a button, so that the list below is in sight. */
export function UploadPanel({ title, isBusy, onSubmit, fields, children }: UploadPanelProps) {
  const formId = useId();
  const [isOpen, setOpen] = useState(isBusy);
  return (
    <section className="card panel upload-card" data-open={isOpen} aria-label={title}>
      <button
        type="button"
        className="btn outlined upload-opener"
        aria-expanded={isOpen}
        aria-controls={formId}
        onClick={() => setOpen(!isOpen)}
      >
        <FileUp aria-hidden="true" />
        {title}
        <ChevronDown className="chevron" aria-hidden="true" />
      </button>
      <form id={formId} className="upload-panel" onSubmit={onSubmit} noValidate>
        <div className="upload-fields">
          <h2 className="sec">{title}</h2>
          {fields}
        </div>
        <div className="upload-files">{children}</div>
      </form>
    </section>
  );
}
