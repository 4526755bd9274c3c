/** A page of the app with its structure as a screen reader presents it. */
export interface MainPage {
  path: string;
  audience: "visitor" | "student" | "administrator";
  /** Heading of level 1. */
  heading: string;
  /** Title of the window without the name of the app. */
  title: string;
  /** Part of the accessibility tree, without content that other tests change. */
  structure: string;
}

const about = `
  - navigation "About Note Ninja":
    - link "Privacy"
    - link "Terms"
    - link "Copyright"
    - link "Accessibility"
    - link "Contact"`;

/** Layout of a page. It begins with the link to the content. */
const frame = (library: string, session: string) => `
- link "Skip to content"
- complementary:
  - link "Note Ninja"
  - button "Search"
  - navigation "Main":
    - heading "Discover" [level=2]
    - link "Dashboard"
    - link "Browse & Discover"
    - link "Audio Notes"
    - link "Request"${library}
  ${session}
  - button /Theme/
- main:`;

const library = `
    - heading "Library" [level=2]
    - link "My Notes"
    - link "Study"
    - link "Account"
    - link "Profile"`;
const administration = `
    - heading "Administration" [level=2]
    - link "Console"
    - link "Setup Study Guides"`;
const visitor = frame("", '- link "Sign in"');
const student = frame(library, '- button "Logout"');
const administrator = frame(library + administration, '- button "Logout"');

const console = `${administrator}
  - heading "Console" [level=1]
  - navigation "Console":
    - link "Content"
    - link "Courses"
    - link "Uploads"
    - link "Requests"
    - link "Reports"
    - link "Copyright"
    - link "Students"
    - link "Trash"
    - link "Keys"
    - link "Activity"`;

const shelves = `
  - navigation "Shelves":
    - link "Deep Dive"
    - link "Quick Recap"
    - link "Chill Review"
    - link "Note Ninja Radio"`;

const recordings = (shelf: string) => `
  - heading "${shelf}" [level=1]
  - button "Play"
  - button "Add to queue"
  - button "Share"
  - region "Episodes":
    - table "${shelf}":
      - rowgroup:
        - row:
          - columnheader "#"
          - columnheader "Title"
          - columnheader "Likes"
          - columnheader "Add to playlist"
          - columnheader "Subject"
          - columnheader "Date added"
          - columnheader "Duration"`;

/** The twenty main pages. The reader has its own tests. */
export const mainPages: readonly MainPage[] = [
  {
    path: "/signin",
    audience: "visitor",
    heading: "Note Ninja",
    title: "Sign in",
    structure: `
- main:
  - heading "Note Ninja" [level=1]
  - form "Sign in":
    - textbox "Email"
    - link "Forgot Password?"
    - textbox "Password"
    - button "Show password"
    - checkbox "This is a shared computer"
    - button "SIGN IN"
  - paragraph:
    - link "Sign Up Here!"${about}`,
  },
  {
    path: "/register",
    audience: "visitor",
    heading: "Create your account",
    title: "Sign up",
    structure: `
- main:
  - heading "Create your account" [level=1]
  - form "Sign up":
    - textbox "Username"
    - textbox "Email"
    - textbox "Password"
    - button "Show password"
    - paragraph: At least 10 characters.
    - button "SIGN UP"
  - paragraph:
    - link "Login Here!"${about}`,
  },
  {
    path: "/forgot",
    audience: "visitor",
    heading: "Reset your password",
    title: "Reset your password",
    structure: `
- main:
  - heading "Reset your password" [level=1]
  - form "Reset your password":
    - textbox "Email"
    - button "Send Reset Email"
  - paragraph:
    - link "Sign in"${about}`,
  },
  {
    path: "/privacy",
    audience: "visitor",
    heading: "Privacy",
    title: "Privacy",
    structure: `${visitor}
  - button "Back"
  - heading "Privacy" [level=1]
  - heading "What we store on the server" [level=2]
  - region "Table":
    - table:
      - rowgroup:
        - row:
          - columnheader "What"
          - columnheader "For how long"
          - columnheader "Record"
  - heading "What is stored on your device" [level=2]
  - heading "Your rights" [level=2]`,
  },
  {
    path: "/copyright/notice",
    audience: "visitor",
    heading: "Notice of copyright",
    title: "Notice of copyright",
    structure: `${visitor}
  - button "Back"
  - heading "Notice of copyright" [level=1]
  - form "Notice of copyright":
    - textbox "Your full name"
    - textbox "Postal address"
    - textbox "Email address"
    - textbox "The work that is yours"
    - textbox "Where it is on Note Ninja"
    - textbox "Signature"
    - button "Send notice"`,
  },
  {
    path: "/accessibility",
    audience: "visitor",
    heading: "Accessibility",
    title: "Accessibility",
    structure: `${visitor}
  - button "Back"
  - heading "Accessibility" [level=1]
  - heading "What you can do" [level=2]
  - list
  - heading "What does not work well yet" [level=2]
  - list
  - heading "Report a barrier" [level=2]
  - paragraph:
    - link "Contact"`,
  },
  {
    path: "/deep-dive",
    audience: "visitor",
    heading: "Deep Dive",
    title: "Deep Dive",
    structure: `${visitor}${shelves}${recordings("Deep Dive")}`,
  },
  {
    path: "/dashboard",
    audience: "student",
    heading: "Dashboard",
    title: "Dashboard",
    structure: `${student}
  - heading "Dashboard" [level=1]
  - region "Top study guides":
    - heading "Top study guides" [level=2]
    - article:
      - heading [level=3]:
        - link
      - button /^Like/
  - region "Study modes":
    - heading "Study modes" [level=2]
    - list:
      - listitem:
        - link "Cram Mode Everything"`,
  },
  {
    path: "/browse",
    audience: "student",
    heading: "Browse & Discover",
    title: "Browse & Discover",
    structure: `${student}
  - heading "Browse & Discover" [level=1]
  - search:
    - combobox "Search for courses, profiles..."
  - region "Popular Study Guides":
    - heading "Popular Study Guides" [level=2]
    - article:
      - heading [level=3]:
        - link
      - button /^Like/
      - button /^Follow/`,
  },
  {
    path: "/guide/CS246/notes",
    audience: "student",
    heading: "Notes for CS 246",
    title: "Notes for CS 246",
    structure: `${student}
  - button "Back"
  - heading "Notes for CS 246" [level=1]
  - button "Follow"
  - link "My cards"
  - button /^Like/
  - button "Share"
  - region "Study Cards":
    - heading "Study Cards" [level=2]
    - link "Practice test"
    - link "Study"
    - list:
      - listitem:
        - link /^Chapter 4/
  - region "Exam":
    - heading "Exam" [level=2]
    - button "Set date"
  - region "Uploaded Notes":
    - heading "Uploaded Notes" [level=2]
    - search:
      - textbox "Search notes and audio notes of CS 246"
    - group "Chapters":
      - button "All" [pressed]
      - button "Chapter 4"
    - article:
      - heading [level=3]:
        - link
      - link "Read"
      - link "Download PDF"
      - button "Add to My Notes"`,
  },
  {
    path: "/my-notes",
    audience: "student",
    heading: "My Notes",
    title: "My Notes",
    structure: `${student}
  - heading "My Notes" [level=1]
  - link "My highlights"
  - link "My bookmarks"
  - link "My cards"
  - heading "Oops, nothing's here yet! No notes found." [level=2]
  - link "Browse & Discover"`,
  },
  {
    path: "/guide/CS246/my-cards",
    audience: "student",
    heading: "My cards for CS 246",
    title: "My cards for CS 246",
    structure: `${student}
  - button "CS 246"
  - heading "My cards for CS 246" [level=1]
  - heading "No cards of your own yet" [level=2]
  - link "Write a card"
  - link "Import cards"`,
  },
  {
    path: "/study",
    audience: "student",
    heading: "Study",
    title: "Study",
    structure: `${student}
  - heading "Study" [level=1]
  - heading "Follow a course first" [level=2]
  - link "Browse Courses"`,
  },
  {
    path: "/study/practice?course=CS246",
    audience: "student",
    heading: "Practice test",
    title: "Practice test",
    structure: `${student}
  - button "Back"
  - heading "Practice test" [level=1]
  - form "Practice test":
    - group "Chapters":
      - checkbox /^Ownership and RAII/ [checked]
    - combobox "Number of cards"
    - combobox "Time limit"`,
  },
  {
    path: "/profile",
    audience: "student",
    heading: "Set Profile (optional)",
    title: "My Account",
    structure: `${student}
  - heading "Set Profile (optional)" [level=1]
  - button "Change photo"
  - textbox "Full Name"
  - textbox "Username"
  - textbox "Email Address"
  - combobox "Faculty"
  - combobox "Year"
  - button "Save Changes"`,
  },
  {
    path: "/profile/security",
    audience: "student",
    heading: "Sign-in and data",
    title: "Sign-in and data",
    structure: `${student}
  - button "Back"
  - heading "Sign-in and data" [level=1]
  - region "Email":
    - heading "Email" [level=2]
    - form "Email":
      - textbox "New email address"
      - textbox "Your password"
      - button "Show password"
      - button "Send code"
  - region "Password":
    - heading "Password" [level=2]
    - form "Password":
      - textbox "Current password"
      - textbox "New password"
      - button "Change password"
  - region "Where you are signed in":
    - heading "Where you are signed in" [level=2]
    - list`,
  },
  {
    path: "/upload",
    audience: "student",
    heading: "Request a Course",
    title: "Request a Course",
    structure: `${student}
  - heading "Request a Course" [level=1]
  - textbox "Course code"
  - textbox "Course name"
  - textbox "Reason optional"
  - checkbox /^Send anonymously/
  - button "Request"
  - region "Your requests":
    - heading "Your requests" [level=2]`,
  },
  {
    path: "/audio-notes",
    audience: "student",
    heading: "Note Ninja Radio",
    title: "Note Ninja Radio",
    structure: `${student}${shelves}${recordings("Note Ninja Radio")}`,
  },
  {
    path: "/cram-mode",
    audience: "student",
    heading: "Welcome to Cram Mode!",
    title: "Cram Mode",
    structure: `${student}
  - button "Back"
  - heading "Welcome to Cram Mode!" [level=1]
  - button "Share"
  - navigation "Albums":
    - link "Cram Mode"
    - link "Exam Review"
    - link "Night Owl"
  - region "Notes":
    - heading "Notes" [level=2]
    - search:
      - textbox "Search inside the notes of Cram Mode"
    - article:
      - heading [level=3]:
        - link
      - link "Read"
      - link "Download PDF"
      - button "Add to My Notes"`,
  },
  {
    path: "/admin",
    audience: "administrator",
    heading: "Console",
    title: "Content · Console",
    structure: `${console}
  - region "Content":
    - heading "Content" [level=2]
    - searchbox "Filter by title, place, file or uploader"
    - combobox "Kind"
    - combobox "Accessibility"
    - button "Accessibility as CSV"
    - table:
      - rowgroup:
        - row:
          - columnheader "Select all shown":
            - checkbox "Select all shown"
          - columnheader "Title"
          - columnheader "Place"
          - columnheader "Accessibility"
          - columnheader "Size"
          - columnheader "Uploaded"
          - columnheader "Actions"`,
  },
  {
    path: "/admin/keys",
    audience: "administrator",
    heading: "Console",
    title: "Keys · Console",
    structure: `${console}
  - region "Keys":
    - heading "Keys" [level=2]
    - button "New key"`,
  },
  {
    path: "/admin/uploads",
    audience: "administrator",
    heading: "Console",
    title: "Uploads · Console",
    structure: `${console}
  - region "Uploads":
    - heading "Uploads" [level=2]`,
  },
];
