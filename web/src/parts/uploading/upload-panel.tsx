import { ChevronDown, FileUp } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import "./uploading.css";

interface UploadPanelProps {
  title: string;
  /** True while uploads are running. The panel then starts open. */
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  fields: ReactNode;
  children: ReactNode;
}

/** Frame of an upload form. Collapsed behind a button on phones, so that the list below stays visible. */
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
          <h2 className="section">{title}</h2>
          {fields}
        </div>
        <div className="upload-files">{children}</div>
      </form>
    </section>
  );
}
