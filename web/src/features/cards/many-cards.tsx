import { Ellipsis, FileDown, FileUp } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { toast } from "@/ui/toast";
import type { Exported } from "./export";

interface ManyCardsProps {
  /** The page where cards are imported. */
  toImport: string;
  /** The name of a file with the cards, without its ending. */
  name: string;
  cards: readonly Exported[];
}

/** Many cards at once, in and out. */
export function ManyCards({ toImport, name, cards }: ManyCardsProps) {
  const navigate = useNavigate();
  async function exportCsv() {
    try {
      await (await import("./export")).exportCsv(name, cards);
    } catch (error) {
      console.warn("Cards were not exported.", error);
      toast("Could not export the cards. Check your connection and try it again.", {
        kind: "error",
        action: { label: "Retry", onClick: () => void exportCsv() },
      });
    }
  }
  return (
    <Menu
      trigger={<IconButton label="Import and export" icon={<Ellipsis />} />}
      items={[
        { label: "Import cards", icon: <FileUp />, onSelect: () => navigate(toImport) },
        { label: "Export as CSV", icon: <FileDown />, onSelect: () => void exportCsv() },
      ]}
    />
  );
}
