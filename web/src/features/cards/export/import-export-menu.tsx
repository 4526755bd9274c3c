import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, FileDown, FileUp } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";
import { Menu } from "@/ui/overlay/menu";
import type { ExportableCard } from "./export";

interface ManyCardsProps {
  importHref: string;
  /** Name of the export file, without its extension. */
  name: string;
  cards: readonly ExportableCard[];
}

export function ImportExportMenu({ importHref, name, cards }: ManyCardsProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  async function save(kind: "csv" | "apkg") {
    try {
      const { exportApkg, exportCsv } = await import("./export");
      if (kind === "csv") await exportCsv(name, cards);
      else {
        toast("Preparing the deck. It will be saved once its pictures have loaded.");
        await exportApkg(queries, name, cards);
      }
    } catch (error) {
      console.warn("Cards were not exported.", error);
      toast("Could not export the cards. Check your connection and try again.", {
        kind: "error",
        error,
        action: { label: "Retry", onClick: () => void save(kind) },
      });
    }
  }
  return (
    <Menu
      trigger={<IconButton label="Import and export" icon={<Ellipsis />} />}
      items={[
        { label: "Import cards", icon: <FileUp />, onSelect: () => navigate(importHref) },
        { label: "Export as CSV", icon: <FileDown />, onSelect: () => void save("csv") },
        { label: "Export for Anki", icon: <FileDown />, onSelect: () => void save("apkg") },
      ]}
    />
  );
}
