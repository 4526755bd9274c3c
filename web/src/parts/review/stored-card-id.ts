/** Returns the id of the stored card, of which a review card may be a gap. */
export const storedCardId = ({ id, gap }: { id: string; gap?: { cardId: string } | undefined }): string =>
  gap?.cardId ?? id;
