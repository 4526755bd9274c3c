import type { Page } from "@playwright/test";
import { serveText } from "./note-text";
import { button, item, key, type PageCase, pressEscape } from "./overlays";
import { fakeSpeech } from "./speech";
import type { OverlayTestContent } from "./world";

const exams = "features/exams";
const exam = button(/^More for the exam in/);

export const coursePages = ({ code, note }: OverlayTestContent): readonly PageCase[] => [
  {
    at: `/guide/${code}/notes`,
    surfaces: [
      { source: `${exams}/exam-menu.tsx`, steps: [exam], role: "menu" },
      { source: `${exams}/exam-dialog.tsx`, steps: [exam, item("Change")] },
      { source: `${exams}/calendar-dialog.tsx`, steps: [exam, item("Add to calendar")] },
      { source: `${exams}/exam-dialogs.tsx`, steps: [exam, item("Remove")], role: "alertdialog" },
      { source: "parts/report/report-menu.tsx", steps: [button(`More about ${note.title}`)], role: "menu" },
      { source: "parts/report/report-dialog.tsx", steps: [button(`More about ${note.title}`), item("Report")] },
      {
        source: "parts/report/report-dialog.tsx",
        steps: [
          button(`More about ${note.title}`),
          item("Report"),
          (page) => page.getByLabel("What is wrong with it?").selectOption("It contains mistakes"),
          button("Send report"),
        ],
        name: "Thank you",
      },
      { source: "app/shell/sign-out-dialog.tsx", steps: [button("Logout")], role: "alertdialog" },
      { source: "features/palette/palette.tsx", steps: [button("Search everything")] },
      {
        source: "features/palette/palette.tsx",
        steps: [button("Search everything"), key("s"), key("t"), key("a"), key("t")],
      },
    ],
  },
  {
    at: "/browse",
    isPageVariable: true,
    surfaces: [
      {
        source: "features/browse/search-box.tsx",
        steps: [(page) => page.getByRole("combobox").fill("stat 2")],
        role: "listbox",
        isFocusOutside: true,
      },
    ],
  },
];

export const cardPages = ({ code }: OverlayTestContent): readonly PageCase[] => [
  {
    at: `/guide/${code}/my-cards`,
    surfaces: [
      {
        source: "features/cards/personal/personal-card-carousel.tsx",
        steps: [button("Remove Mine?")],
        role: "alertdialog",
      },
      { source: "features/cards/export/import-export-menu.tsx", steps: [button("Import and export")], role: "menu" },
    ],
  },
  {
    at: `/study?course=${code}`,
    surfaces: [
      { source: "features/cards/study/settings-dialog.tsx", steps: [button("Study settings")] },
      { source: "features/cards/study/review-session-view.tsx", steps: [button("More for this card")], role: "menu" },
      {
        source: "features/cards/study/suspended-dialog.tsx",
        steps: [button("More for this card"), item("Suspend this card"), button("1 suspended")],
      },
    ],
  },
];

export const accountPages = ({ student, wanted }: OverlayTestContent): readonly PageCase[] => [
  {
    at: "/profile",
    surfaces: [{ source: "features/profile/photo/photo-dialog.tsx", steps: [button("Change photo")] }],
  },
  {
    at: `/u/${student.username}`,
    surfaces: [{ source: "features/profile/people-dialog.tsx", steps: [button("0 followers")] }],
  },
  {
    at: "/profile/security",
    isPageVariable: true,
    surfaces: [
      {
        source: "features/account/sessions-section.tsx",
        steps: [button("Log out everywhere")],
        role: "alertdialog",
      },
      { source: "features/account/delete-section.tsx", steps: [button("Delete my account")] },
    ],
  },
  {
    at: "/upload",
    surfaces: [
      {
        source: "features/requests/my-requests.tsx",
        steps: [button(`Withdraw the request for ${wanted.replace("TEST", "TEST ")}`)],
        role: "alertdialog",
      },
    ],
  },
];

export const keptPages = ({ code }: OverlayTestContent): readonly PageCase[] => [
  {
    at: `/guide/${code}/notes`,
    surfaces: [
      { source: "parts/offline/offline-dialog.tsx", steps: [button("Keep on this device")] },
      {
        source: "parts/offline/offline-dialog.tsx",
        steps: [
          button("Keep on this device"),
          button("Keep"),
          (page) => page.getByText("All of it is on this device").waitFor(),
        ],
        name: /on this device$/,
      },
    ],
  },
  {
    at: "/profile/security#on-this-device",
    isPageVariable: true,
    surfaces: [
      { source: "features/account/offline-items-section.tsx", steps: [button("Remove all")], role: "alertdialog" },
    ],
  },
];

const play = [
  (page: Page) => page.getByRole("main").getByRole("button", { name: "Play", exact: true }).press("Enter"),
  (page: Page) => page.getByRole("region", { name: "Audio player" }).getByRole("button", { name: "Pause" }).waitFor(),
];
const sheet = button(/^Open the player/);
const inSheet = [pressEscape, pressEscape];

export const playlistPages = ({ playlist, recording, recordingId }: OverlayTestContent): readonly PageCase[] => [
  {
    at: `/audio/${recordingId}`,
    begin: play,
    surfaces: [{ source: "parts/sharing/share-button.tsx", steps: [button("Share")], role: "menu" }],
  },
  {
    at: `/playlist/${playlist}`,
    surfaces: [
      { source: "features/playlists/cover-dialog.tsx", steps: [button("Change cover")] },
      { source: "features/playlists/playlist-header.tsx", steps: [button("Delete playlist")], role: "alertdialog" },
    ],
  },
  {
    at: `/playlist/${playlist}`,
    begin: play,
    surfaces: [
      { source: "features/player/sheet.tsx", steps: [sheet] },
      {
        source: "features/player/controls/speed.tsx",
        steps: [sheet, button(/^Speed/)],
        name: "Speed",
        closes: inSheet,
      },
      { source: "features/player/controls/sleep.tsx", steps: [sheet, button(/^Sleep/)], role: "menu", closes: inSheet },
      { source: "features/player/controls/more.tsx", steps: [sheet, button("More")], role: "menu", closes: inSheet },
      {
        source: "features/player/controls/shortcuts-sheet.tsx",
        steps: [sheet, button("More"), item("Keyboard shortcuts")],
        name: "Keyboard shortcuts",
        closes: inSheet,
      },
      {
        source: "parts/add-to-playlist/add-to-playlist.tsx",
        steps: [sheet, button(`Add to playlist: ${recording}`)],
        name: /^Add “/,
        closes: inSheet,
      },
      {
        source: "parts/add-to-playlist/create-playlist-dialog.tsx",
        steps: [sheet, button(`Add to playlist: ${recording}`), button("+ Create New Playlist")],
        name: /playlist/i,
        closes: inSheet,
      },
      { source: "features/player/sheet.tsx", steps: [sheet, button("Queue")] },
      {
        source: "parts/add-to-playlist/create-playlist-dialog.tsx",
        steps: [sheet, button("Save as playlist")],
        name: /playlist/i,
        closes: inSheet,
      },
    ],
  },
  {
    at: `/playlist/${playlist}`,
    width: 1100,
    begin: play,
    surfaces: [
      { source: "features/player/controls/volume.tsx", steps: [button("Volume")], name: "Volume" },
      {
        source: "features/player/queue/queue-panel.tsx",
        steps: [button("Queue")],
        role: "complementary",
        name: "Queue",
      },
    ],
  },
];

/** Selects a passage of the first page. */
const select = (page: Page) =>
  page
    .locator(".textLayer")
    .getByText("A heap is a tree", { exact: true })
    .evaluate((passage) => getSelection()?.selectAllChildren(passage));

/** Text of the first page. */
const HEAP_TEXT = {
  version: 1,
  order: "layout",
  pages: [
    {
      page: 1,
      width: 595,
      height: 842,
      blocks: [{ kind: "paragraph", text: "A heap is a tree", box: [72, 120, 200, 30] }],
    },
  ],
};

export const readerPages = ({ note }: OverlayTestContent): readonly PageCase[] => [
  {
    at: `/note/${note.id}`,
    begin: [(page) => page.locator(".textLayer").getByText("A heap is a tree", { exact: true }).waitFor()],
    surfaces: [
      { source: "features/reader/toolbar/toolbar.tsx", steps: [button("More")], role: "menu" },
      {
        source: "features/reader/contents.tsx",
        steps: [button("Contents")],
        role: "complementary",
        name: "Contents",
        isFocusOutside: true,
        closes: [button("Contents")],
      },
      {
        source: "features/reader/find/find-bar.tsx",
        steps: [button("Find in this note"), (page) => page.keyboard.type("heap")],
        role: "search",
      },
      { source: "features/cards/personal/make-card-dialog.tsx", steps: [select, button("Make a card")] },
      {
        source: "features/reader/highlights/highlights-panel.tsx",
        steps: [select, button("Highlight in green"), button("Highlights")],
        role: "complementary",
        name: "Highlights",
        isFocusOutside: true,
        closes: [button("Highlights")],
      },
      {
        source: "features/reader/reader.tsx",
        steps: [(page) => page.getByRole("link", { name: "https://example.org/more" }).press("Enter")],
        role: "alertdialog",
      },
    ],
  },
  {
    at: `/note/${note.id}`,
    begin: [
      async (page) => {
        await fakeSpeech(page, [{ name: "Ava", lang: "en-US", localService: true }]);
        await serveText(page, note.id, HEAP_TEXT);
        await page.reload();
      },
      button("Text view"),
      (page) => page.getByText("A heap is a tree", { exact: true }).waitFor(),
    ],
    surfaces: [
      {
        source: "features/reader/text/text-settings-button.tsx",
        steps: [button("Text settings")],
        name: "Text settings",
      },
      {
        source: "features/reader/aloud/aloud-bar.tsx",
        steps: [button("More"), item("Read aloud"), button("Reading settings")],
        name: "Reading settings",
      },
    ],
  },
  {
    at: `/note/${note.id}`,
    // With text of 200 %, only a wide window has the whole toolbar.
    width: 2400,
    surfaces: [{ source: "features/reader/toolbar/toolbar.tsx", steps: [button("Share")], role: "menu" }],
  },
];

export const visitorPages = (): readonly PageCase[] => [
  {
    at: "/deep-dive",
    isPageVariable: true,
    surfaces: [
      {
        source: "features/audio/sign-in-prompt.tsx",
        steps: [(page) => page.getByRole("main").getByRole("button", { name: "Play", exact: true }).press("Enter")],
      },
    ],
  },
];

/** Pages of a student in a browser in which another student has left a card draft. */
export const leftoverPages = (): readonly PageCase[] => [
  {
    at: "/my-notes",
    isPageVariable: true,
    surfaces: [
      {
        source: "app/shell/other-account-data-dialog.tsx",
        steps: [],
        role: "alertdialog",
        closes: [button("Delete it")],
      },
    ],
  },
];
