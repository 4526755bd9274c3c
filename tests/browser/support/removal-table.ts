import type { Locator, Page } from "@playwright/test";
import { picture } from "./content";
import { button, fill, item, key, type Step } from "./overlays";
import { ADMIN } from "./users";
import type { OverlayTestContent } from "./world";

/** An entry that a keyboard user removes. */
interface Removal {
  /** File in `web/src` with the button. */
  source: string;
  at: string;
  steps: readonly Step[];
  /** The removed element. */
  gone: (page: Page) => Locator;
}

const named = (role: "button" | "heading" | "row" | "listitem", name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name });

/** Confirms the dialog. */
const confirm =
  (name: string): Step =>
  (page) =>
    page.getByRole("alertdialog").getByRole("button", { name, exact: true }).press("Enter");

const files =
  (...names: readonly string[]): Step =>
  (page) =>
    page
      .locator("input[type=file]")
      .last()
      .setInputFiles(names.map((name) => ({ ...picture, name })));

export const studentRemovals = ({ code, wanted, playlist }: OverlayTestContent): readonly Removal[] => {
  const shown = code.replace("TEST", "TEST ");
  const withdraw = `Withdraw the request for ${wanted.replace("TEST", "TEST ")}`;
  return [
    {
      source: "features/profile/followed-courses.tsx",
      at: "/profile",
      steps: [button(`Remove ${shown}`)],
      gone: named("button", `Remove ${shown}`),
    },
    {
      source: "features/exams/exam-menu.tsx",
      at: `/guide/${code}/notes`,
      steps: [button(/^More for the exam in/), item("Remove"), confirm("Remove")],
      gone: named("button", /^More for the exam in/),
    },
    {
      source: "features/requests/my-requests.tsx",
      at: "/upload",
      steps: [button(withdraw), confirm("Withdraw")],
      gone: named("button", withdraw),
    },
    {
      source: "features/cards/study/suspended-dialog.tsx",
      at: `/study?course=${code}`,
      steps: [button("More for this card"), item("Suspend this card"), button("1 suspended"), button(/^Bring back /)],
      gone: named("button", "1 suspended"),
    },
    {
      source: "parts/offline/download-state.tsx",
      at: `/guide/${code}/notes`,
      steps: [
        button("Keep on this device"),
        button("Keep"),
        (page) => page.getByText(/^All of it is on this device: /).waitFor(),
        button(/^Remove .* from this device$/),
      ],
      gone: (page) => page.getByRole("dialog"),
    },
    {
      source: "features/player/queue/queue.tsx",
      at: `/playlist/${playlist}`,
      steps: [
        (page) => page.getByRole("main").getByRole("button", { name: "Play", exact: true }).press("Enter"),
        button("Queue"),
        button("Clear the queue"),
      ],
      gone: named("button", "Clear the queue"),
    },
    {
      source: "features/playlists/playlist-header.tsx",
      at: `/playlist/${playlist}`,
      steps: [button("Delete playlist"), confirm("Delete")],
      gone: named("button", "Delete playlist"),
    },
  ];
};

export const administratorRemovals = ({ student, code, note, audio }: OverlayTestContent): readonly Removal[] => [
  {
    source: "features/reports/reports-queue.tsx",
    at: "/admin/reports",
    steps: [button(`Dismiss the reports of ${note.title}`), confirm("Dismiss")],
    gone: named("heading", note.title),
  },
  {
    source: "parts/uploading/form/picture-field.tsx",
    at: "/admin/courses",
    steps: [
      fill("Find courses by code or title", code),
      button(`Actions for ${code.replace("TEST", "TEST ")}`),
      item("Edit text and picture"),
      (page) => page.getByRole("dialog").getByLabel("Title").waitFor(),
      files("owl.png"),
      button("Remove owl.png"),
    ],
    gone: named("button", "Remove owl.png"),
  },
  {
    source: "parts/uploading/form/selected-file-row.tsx",
    at: `/guide/${code}/notes`,
    steps: [files("one.pdf", "two.pdf"), button("Remove two.pdf"), button("Remove one.pdf")],
    gone: named("button", "Remove one.pdf"),
  },
  {
    source: "features/cards/chapters/chapter-list.tsx",
    at: `/guide/${code}/notes`,
    steps: [button("More for Sorting"), item("Remove chapter"), confirm("Remove")],
    gone: named("button", "More for Sorting"),
  },
  {
    source: "parts/notes/delete-note.tsx",
    at: `/guide/${code}/notes`,
    steps: [
      (page) =>
        page
          .getByRole("article", { name: note.title })
          .getByRole("button", { name: "Delete", exact: true })
          .press("Enter"),
      confirm("Delete"),
    ],
    gone: (page) => page.getByRole("article", { name: note.title }),
  },
  {
    source: "features/admin/content/trash-page.tsx",
    at: "/admin/trash",
    steps: [button(`Restore ${note.title}`)],
    gone: named("button", `Restore ${note.title}`),
  },
  {
    source: "features/admin/uploads/upload-row.tsx",
    at: "/admin/uploads",
    steps: [button(`Remove ${note.title} from the list`)],
    gone: named("button", `Remove ${note.title} from the list`),
  },
  {
    source: "features/audio/shelf-page.tsx",
    at: "/audio-notes",
    steps: [button(`Delete ${audio}`), confirm("Delete")],
    gone: named("button", `Delete ${audio}`),
  },
  {
    source: "features/admin/students/student-dialog.tsx",
    at: "/admin/students",
    steps: [
      fill("Username or email address", student.username),
      button("Find student"),
      button("Delete account"),
      fill("Your password", ADMIN.password),
      key("Enter"),
    ],
    gone: named("button", "Delete account"),
  },
];

/** Files that the table leaves out, with the test that covers their removals or the reason why no test is needed. */
export const filesTestedElsewhere: Readonly<Record<string, string>> = {
  "features/reader/highlights/highlights-panel.tsx": "focus.spec.ts",
  "parts/bookmarks/bookmark-list.tsx": "bookmark-list.test.tsx",
  "features/cards/personal/personal-card-carousel.tsx": "focus.spec.ts",
  "features/cards/deck/card-list.tsx": "focus.spec.ts",
  "features/my-notes/saved-note-card.tsx": "focus.spec.ts",
  "features/playlists/playlist-table.tsx": "focus.spec.ts",
  "features/albums/album-note-card.tsx": "The cards and the dialog of delete-note.tsx.",
  "features/account/delete-section.tsx": "The sign-in page follows.",
  "features/copyright/notices-page.tsx": "copyright.spec.ts",
  "features/copyright/reason-dialog.tsx": "copyright.spec.ts",
  "features/palette/use-recent.tsx": "The focus stays in the search field.",
  "features/browse/search-box.tsx": "The search field gets the focus.",
  "parts/full-text/full-text-search-box.tsx": "The search field gets the focus.",
  "parts/full-text/meaning-setting.tsx": "meaning.spec.ts",
};
