/** Chapter of the last card made for each course, until the app is closed. It is the default for the next card. */
export const lastChapters = new Map<string, string>();
