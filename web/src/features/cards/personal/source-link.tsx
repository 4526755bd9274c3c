import { BookOpen, ExternalLink } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { CardSource } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { IconButton } from "@/ui/controls/icon-button";

interface SourceProps {
  source: CardSource;
  /** Front of the card as plain text, for screen readers. */
  card: string;
}

interface SourceLinkProps extends SourceProps {
  /** Opens the passage in a new tab. A review in this tab then continues. */
  inNewTab?: boolean;
}

/** Link to the passage from which a card was made. */
export function SourceLink({ source, card, inNewTab }: SourceLinkProps) {
  const text = `Open the passage (page ${source.page})`;
  if (!inNewTab) {
    return (
      <Link className="link" to={paths.passage(source)} aria-label={`${text}: ${card}`}>
        {text}
      </Link>
    );
  }
  return (
    <Link
      className="link"
      to={paths.passage(source)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${text} in a new tab: ${card}`}
    >
      {text}
      <ExternalLink aria-hidden="true" className="inline size-4 ml-1" />
    </Link>
  );
}

/** Icon that opens the passage from which a card was made. */
export function SourceButton({ source, card }: SourceProps) {
  const navigate = useNavigate();
  return (
    <IconButton
      size="sm"
      label={`Open the passage of ${card}`}
      title={`Open the passage (page ${source.page})`}
      icon={<BookOpen />}
      onClick={() => void navigate(paths.passage(source))}
    />
  );
}
