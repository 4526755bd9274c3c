/** What the first script imports: none of it may lie in a file that is fetched later. */
const first =
  /preload-helper|[\\/]src[\\/](app[\\/](boot[\\/](start|early-questions)|pages)|session[\\/](session-hint|owed-sign-out)|core[\\/](search[\\/](client|protocol)|catalogue[\\/]addresses)|lib[\\/](loading[\\/]early|addresses[\\/](paths|albums)))\.ts/;

/** The app, with what it imports, and of what pages share the little that forms take: the pages of an account need no more. */
const app =
  /[\\/]src[\\/](main|core[\\/]engine|lib[\\/]\w+[\\/](origin|error-text|page-title|use-countdown)|ui[\\/]\w+[\\/](icon-button|part|logo|checkbox))\.tsx?$|icons[\\/](eye|eye-off|chevron-down)\./;

/** What several pages use and most do not, by what it is for. */
const apart = [
  {
    name: "forms",
    test: /react-hook-form|parts[\\/]forms[\\/]use-app-form|ui[\\/]form[\\/](text-|password-|select-)?field\./,
  },
  { name: "account-pages", test: /features[\\/]auth[\\/]/, minShareCount: 2 },
  // Lists of recordings, and the player with its controls.
  {
    name: "listening",
    test: /react-window|react-slider|ui[\\/]form[\\/]slider|parts[\\/]audio-table|features[\\/]player[\\/](controls[\\/]transport|view|times|about)\./,
  },
  { name: "sorting", test: /sortable-list|@dnd-kit/ },
  { name: "uploading", test: /parts[\\/]uploading[\\/](?!live)/ },
  // Keeping files on this device, but for what every page asks about it.
  {
    name: "keeping",
    test: /offline[\\/]files[\\/](?!addresses|marker|or-kept|things|wipe)|data[\\/]offline-files[\\/]|parts[\\/]keeping[\\/](?!keep\.|keepable|words)|hash-wasm/,
  },
  { name: "combobox", test: /ui[\\/]form[\\/]combobox|@ariakit/ },
  // Writing and showing study cards, with what reads Markdown; but not the list of them on a course's page.
  {
    name: "cards",
    test: /features[\\/]cards[\\/](?!chapters[\\/]chapter-list)|react-markdown|remark-|micromark|mdast|hast-|unist-|unified|vfile|property-information|markdown-table|structured-clone/,
    minShareCount: 2,
  },
];

const isApart = (id: string) => apart.some(({ test }) => test.test(id));

/** Shared by pages that few people open, or seldom: the console's, profiles and the reader. */
const seldom = /[\\/]src[\\/]features[\\/](admin[\\/]|reader[\\/]|profile[\\/](?!photo))/;

/**
 * The files that the app's code is in. Few, and each worth its request: the first script; the app; what pages share;
 * what some share, by what it is for; and of each page the rest.
 */
export const codeSplitting = {
  groups: [
    { name: "start", test: first, priority: 4 },
    { name: "app", test: app, priority: 3 },
    { name: "music-metadata", test: /music-metadata/, priority: 2 },
    { name: "shared", test: (id: string) => !isApart(id) && !seldom.test(id), minShareCount: 2, priority: 2 },
    ...apart,
  ],
};
