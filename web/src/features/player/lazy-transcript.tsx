import { lazyComponent } from "@/ui/feedback/lazy";

/** Transcript that loads when it is first opened, because most recordings are only heard. */
export const LazyTranscript = lazyComponent(async () => (await import("@/parts/transcript/transcript")).Transcript, {
  placeholder: <div className="sheet-transcript" aria-busy="true" />,
});
