import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { CardSource } from "@/api/models";
import { problemText } from "@/api/problem";
import { loadChunk } from "@/lib/loading/load-chunk";
import { lazyComponent } from "@/ui/feedback/lazy";
import { toast } from "@/ui/feedback/toast";
import type { GapCard } from "./gap-card";

interface MakeCardProps {
  code: string;
  quote: string;
  /** Passage that contains the quote. */
  source: CardSource;
  /** Text of the page, as `sentenceOf` reads it. If present, the passage becomes a gap, without a dialog. */
  pageText?: string | undefined;
  onClose: () => void;
  /** Restores the focus and the selection in the note. */
  focusSelection: () => void;
}

const MakeCardDialog = lazyComponent(async () => (await import("./make-card-dialog")).default, { failure: "banner" });

/** Makes a card of selected text: at once if it is a gap card, otherwise in a dialog. Its code loads on demand. */
export function MakeCard({ pageText, ...props }: MakeCardProps) {
  const { code, source, onClose } = props;
  return pageText === undefined ? (
    <MakeCardDialog {...props} />
  ) : (
    <GapCardMaker code={code} source={source} pageText={pageText} onClose={onClose} />
  );
}

/** Makes one gap card, without showing anything but messages. Closes at once, so that another card can be made. */
function GapCardMaker({ onClose, ...card }: GapCard & { onClose: () => void }) {
  const queries = useQueryClient();
  // React may run an effect twice.
  const hasBegun = useRef(false);
  const make = useEffectEvent(() => {
    onClose();
    void makeGapCard(queries, card);
  });
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    make();
  }, []);
  return null;
}

async function makeGapCard(queries: QueryClient, card: GapCard): Promise<void> {
  try {
    const { addGapCard } = await loadChunk(() => import("./gap-card"));
    await addGapCard(queries, card);
  } catch (error) {
    toast(`The gap card was not made. ${problemText(error)}`, { kind: "error", error });
  }
}
