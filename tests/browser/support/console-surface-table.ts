import { button, fill, item, key, type PageCase, pressEscape } from "./overlays";
import { ADMIN } from "./users";
import type { OverlayTestContent } from "./world";

/** File of the console dialog that edits an item. */
const EDITING = "features/admin/editing-dialog.tsx";
const TEXT_FILE = "parts/transcript/text-file-dialog.tsx";
const content = "features/admin/content";
const courses = "features/admin/courses";
const keys = "features/admin/keys";
const copyright = "features/copyright";

export const consolePages = ({
  student,
  code,
  note,
  wanted,
  audio,
  claimed,
}: OverlayTestContent): readonly PageCase[] => {
  const row = button(`Actions for ${note.title}`);
  const recording = button(`Actions for ${audio}`);
  const course = button(`Actions for ${code.replace("TEST", "TEST ")}`);
  return [
    {
      at: `/admin?place=${code}`,
      surfaces: [
        { source: `${content}/content-table.tsx`, steps: [row], role: "menu" },
        { source: EDITING, steps: [row, item("Edit")] },
        {
          source: "ui/overlay/unsaved-changes-prompt.tsx",
          steps: [row, item("Edit"), fill("Title", "Changed"), pressEscape],
          role: "alertdialog",
          closes: [button("Discard")],
        },
        { source: `${content}/accessibility.tsx`, steps: [row, item("Accessibility")] },
        { source: `${content}/replace-dialog.tsx`, steps: [row, item("Replace file")] },
        { source: `${content}/trash-dialog.tsx`, steps: [row, item("Move to trash")], role: "alertdialog" },
        {
          source: `${content}/trash-dialog.tsx`,
          steps: [(page) => page.getByRole("checkbox", { name: "Select all shown" }).check(), button("Move to trash")],
        },
      ],
    },
    {
      at: "/admin?kind=audio",
      isPageVariable: true,
      surfaces: [
        { source: EDITING, steps: [recording, item("Edit")] },
        { source: TEXT_FILE, steps: [recording, item("Transcript")] },
        { source: TEXT_FILE, steps: [recording, item("Chapters")] },
        { source: `${content}/transcripts-dialog.tsx`, steps: [button("Add transcripts")] },
      ],
    },
    {
      at: "/admin/courses",
      isPageVariable: true,
      begin: [fill("Find courses by code or title", code)],
      surfaces: [
        { source: `${courses}/courses-table.tsx`, steps: [course], role: "menu" },
        { source: EDITING, steps: [course, item("Edit text and picture")] },
        {
          source: `${courses}/course-visibility-dialog.tsx`,
          steps: [course, item("Hide from students")],
          role: "alertdialog",
        },
        {
          source: `${courses}/merge-dialog.tsx`,
          steps: [
            course,
            item("Merge into another course"),
            fill("Code of the other course", "CS246"),
            key("Enter"),
            (page) => page.getByRole("region", { name: "What moves" }).waitFor(),
          ],
        },
        { source: `${courses}/course-dialog.tsx`, steps: [button("New course")] },
        { source: `${courses}/import-dialog.tsx`, steps: [button("Import")] },
      ],
    },
    {
      at: "/admin/students",
      begin: [fill("Username or email address", student.username), button("Find student")],
      surfaces: ["Log out everywhere", "Block", "Delete account"].map((name) => ({
        source: "features/admin/students/student-dialog.tsx",
        steps: [button(name)],
      })),
    },
    {
      at: "/admin/keys",
      surfaces: [
        { source: `${keys}/new-key-dialog.tsx`, steps: [button("New key")] },
        {
          source: `${keys}/new-key-dialog.tsx`,
          steps: [
            button("New key"),
            fill("Name", "Office computer"),
            fill("Your password", ADMIN.password),
            key("Enter"),
            (page) => page.getByRole("textbox", { name: "Key", exact: true }).waitFor(),
          ],
          name: "Copy the key",
        },
        { source: `${keys}/keys-page.tsx`, steps: [button("Revoke Office computer")], role: "alertdialog" },
      ],
    },
    {
      at: "/admin/requests",
      isPageVariable: true,
      surfaces: [
        {
          source: "features/requests/decide-dialog.tsx",
          steps: [button(`Decide on ${wanted.replace("TEST", "TEST ")}`)],
        },
      ],
    },
    {
      at: "/admin/reports",
      isPageVariable: true,
      surfaces: [
        {
          source: "features/reports/reports-queue.tsx",
          steps: [button(`Dismiss the reports of ${note.title}`)],
          role: "alertdialog",
        },
        { source: "features/reports/take-down-dialog.tsx", steps: [button(`Take down ${note.title}`)] },
      ],
    },
    {
      at: "/admin/copyright",
      isPageVariable: true,
      surfaces: [
        { source: `${copyright}/hide-dialog.tsx`, steps: [button(`Hide all copies of ${note.title}`)] },
        { source: `${copyright}/reason-dialog.tsx`, steps: [button(`Dismiss ${note.title}`)] },
        { source: `${copyright}/counter-dialog.tsx`, steps: [button(`Counter notice to ${claimed}`)] },
      ],
    },
  ];
};

export const editorPages = ({ code, chapter, note }: OverlayTestContent): readonly PageCase[] => [
  {
    at: `/guide/${code}/notes`,
    surfaces: [
      { source: "features/cards/chapters/chapter-dialog.tsx", steps: [button("Add chapter")] },
      { source: "features/cards/chapters/chapter-list.tsx", steps: [button("More for Sorting")], role: "menu" },
      {
        source: "features/cards/chapters/chapter-dialog.tsx",
        steps: [button("More for Sorting"), item("Edit chapter")],
      },
      {
        source: "features/cards/chapters/remove-chapter.tsx",
        steps: [button("More for Sorting"), item("Remove chapter")],
        role: "alertdialog",
      },
      {
        source: "parts/trash/delete-dialog.tsx",
        steps: [
          (page) =>
            page
              .getByRole("article", { name: note.title })
              .getByRole("button", { name: "Delete", exact: true })
              .press("Enter"),
        ],
        role: "alertdialog",
      },
    ],
  },
  {
    at: `/guide/${code}/chapter/${chapter}`,
    begin: [button("Edit cards")],
    surfaces: [{ source: "features/cards/deck/card-list.tsx", steps: [button("Remove First?")], role: "alertdialog" }],
  },
];
