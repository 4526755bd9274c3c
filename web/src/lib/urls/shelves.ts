export const shelfTitles = {
  "deep-dive": "Deep Dive",
  "quick-recap": "Quick Recap",
  "chill-review": "Chill Review",
  radio: "Note Ninja Radio",
} as const;
