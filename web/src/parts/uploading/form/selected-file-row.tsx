import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { formatBytes } from "@/lib/text/format";
import { IconButton } from "@/ui/controls/icon-button";
import type { SelectedFile } from "./selected-files";
import "../uploading.css";

interface ChosenFileProps {
  chosen: SelectedFile;
  icon: ReactNode;
  hasOwnTitle: boolean;
  titleError: string | undefined;
  onTitle: (title: string) => void;
  onRemove: () => void;
  children?: ReactNode;
}

/** Row of a chosen file. Shows its title if there are several files, or the reason why the file is rejected. */
export function SelectedFileRow({
  chosen,
  icon,
  hasOwnTitle,
  titleError,
  onTitle,
  onRemove,
  children,
}: ChosenFileProps) {
  const { file, title, rejection } = chosen;
  const errorId = useId();
  return (
    <li className="upload">
      <span className="file-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="min-w-0">
        {hasOwnTitle ? (
          <>
            <input
              className="input"
              aria-label={`Title of ${file.name}`}
              aria-invalid={titleError ? true : undefined}
              aria-describedby={titleError ? errorId : undefined}
              value={title}
              onChange={(event) => onTitle(event.target.value)}
            />
            {titleError && (
              <p className="m bad" id={errorId} role="alert">
                {titleError}
              </p>
            )}
            {children}
          </>
        ) : (
          <p className="n truncate-1" title={file.name}>
            {file.name}
          </p>
        )}
        {rejection ? (
          <p className="m bad" role="alert">
            {rejection}
          </p>
        ) : (
          <p className="m truncate-1">
            {hasOwnTitle && `${file.name} · `}
            {formatBytes(file.size)}
          </p>
        )}
      </div>
      <div className="actions">
        <IconButton size="sm" label={`Remove ${file.name}`} icon={<X />} onClick={onRemove} />
      </div>
    </li>
  );
}
