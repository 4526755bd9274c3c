/** The shelves that audio notes are on, by the names they have in addresses, with what people call them. */
export const shelfTitles = {
  "deep-dive": "Deep Dive",
  "quick-recap": "Quick Recap",
  "chill-review": "Chill Review",
  radio: "Note Ninja Radio",
} as const;
