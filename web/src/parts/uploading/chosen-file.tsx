import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes } from "@/lib/format";
import { IconButton } from "@/ui/icon-button";
import "./uploading.css";

/** A chosen file; `title` is its own when there are several. */
export interface Chosen {
  key: number;
  file: File;
  title: string;
  /** Why it cannot be sent, in a sentence. */
  refusal?: string | undefined;
}

/** A file that has been chosen and not been sent: its title when there are several, or why it cannot be sent. */
export function ChosenFile(props: {
  chosen: Chosen;
  icon: ReactNode;
  hasOwnTitle: boolean;
  onTitle: (title: string) => void;
  onRemove: () => void;
}) {
  const { file, title, refusal } = props.chosen;
  return (
    <li className="upload">
      <span className="fi" aria-hidden="true">
        {props.icon}
      </span>
      <div className="min-w-0">
        {props.hasOwnTitle ? (
          <input
            className="input"
            aria-label={`Title of ${file.name}`}
            value={title}
            onChange={(event) => props.onTitle(event.target.value)}
          />
        ) : (
          <p className="n t1" title={file.name}>
            {file.name}
          </p>
        )}
        {refusal ? (
          <p className="m bad" role="alert">
            {refusal}
          </p>
        ) : (
          <p className="m t1">
            {props.hasOwnTitle && `${file.name} · `}
            {formatBytes(file.size)}
          </p>
        )}
      </div>
      <div className="acts">
        <IconButton size="sm" label={`Remove ${file.name}`} icon={<X />} onClick={props.onRemove} />
      </div>
    </li>
  );
}
