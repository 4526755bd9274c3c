/** Modules of the first script. None of them may end up in a chunk that is loaded later. */
const first =
  /preload-helper|[\\/]src[\\/](app[\\/](boot[\\/](first-script|match-page)|pages)|session[\\/](session-hint|pending-sign-out)|core[\\/](search[\\/](client|protocol)|catalogue[\\/]urls)|lib[\\/](loading[\\/]prefetched-responses|urls[\\/]pages))\.ts/;

/**
 * Modules of the app entry, with the shared components that forms need, so that account pages load no further chunk for
 * them.
 */
const app =
  /[\\/]src[\\/](main|core[\\/]wasm|lib[\\/]\w+[\\/](return-path|provider-error|page-title|use-countdown)|ui[\\/]\w+[\\/](icon-button|lazy|logo|checkbox))\.tsx?$|icons[\\/](eye|eye-off|chevron-down)\./;

/** Chunks by purpose, for code that several pages use but most do not. */
const apart = [
  {
    name: "forms",
    test: /react-hook-form|parts[\\/]forms[\\/]use-app-form|ui[\\/]form[\\/](text-|password-|select-)?field\./,
  },
  { name: "account-pages", test: /features[\\/]auth[\\/]/, minShareCount: 2 },
  // Lists of recordings, and the player with its controls.
  {
    name: "listening",
    test: /react-window|react-slider|ui[\\/]form[\\/]slider|parts[\\/]audio-table|features[\\/]player[\\/](controls[\\/]transport|player-view|times|track-text)\./,
  },
  { name: "sorting", test: /sortable-list|@dnd-kit/ },
  { name: "uploading", test: /parts[\\/]uploading[\\/](?!active-uploads)/ },
  // Offline copies, except the parts that every page needs.
  {
    name: "keeping",
    test: /offline[\\/]files[\\/](?!cache-keys|offline-titles|has-offline-files|with-offline-fallback|items|delete-files)|data[\\/]offline-files[\\/]|parts[\\/]offline[\\/](?!offline-button|offline-candidate|offline-text)|hash-wasm/,
  },
  { name: "combobox", test: /ui[\\/]form[\\/]combobox|@ariakit/ },
  // Writing and showing study cards, including Markdown, but not the list of cards on a course page.
  {
    name: "cards",
    test: /features[\\/]cards[\\/](?!chapters[\\/]chapter-list)|node_modules.*(react-markdown|remark-|micromark|mdast|hast-|unist-|unified|vfile|property-information|markdown-table|structured-clone)/,
    minShareCount: 2,
  },
];

const isApart = (id: string) => apart.some(({ test }) => test.test(id));

/** Code shared by rarely used pages: the console, notices of copyright, profiles and the reader. */
const seldom = /[\\/]src[\\/]features[\\/](admin[\\/]|copyright[\\/]|reader[\\/]|profile[\\/](?!photo))/;

/**
 * Chunks of the app. They are few, and each is large enough to justify a request: the first script, the app, shared
 * code, shared code by purpose, and one chunk per page.
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
