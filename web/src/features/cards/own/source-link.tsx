import { BookOpen } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { CardSource } from "@/api/models";
import { paths } from "@/lib/addresses/paths";
import { IconButton } from "@/ui/controls/icon-button";

interface SourceProps {
  source: CardSource;
  /** Front of the card as plain text, for screen readers. */
  card: string;
}

/** Link to the passage from which a card was made. */
export function SourceLink({ source, card }: SourceProps) {
  const text = `Open the passage (page ${source.page})`;
  return (
    <Link className="link" to={paths.passage(source)} aria-label={`${text}: ${card}`}>
      {text}
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
