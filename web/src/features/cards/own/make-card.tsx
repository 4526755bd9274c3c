import { part } from "@/ui/feedback/part";

/** The dialog in which a card is made from words of a note; fetched when it is wanted. */
export const MakeCard = part(async () => (await import("./make-card-dialog")).default, { failure: "above" });
