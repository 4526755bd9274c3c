import { paths } from "@/lib/addresses/paths";

/** Role of the user. Administrators are also members. */
export type Who = "visitor" | "member" | "admin";

export interface Place {
  name: string;
  to: string;
  also?: string;
  who: readonly Who[];
}

const everybody: readonly Who[] = ["visitor", "member", "admin"];
const members: readonly Who[] = ["member", "admin"];
const admins: readonly Who[] = ["admin"];
const visitors: readonly Who[] = ["visitor"];

/** All pages whose path has no parameters, in the order of the sidebar. */
export const places: readonly Place[] = [
  { name: "Sign in", to: paths.signIn(), also: "log in login", who: visitors },
  { name: "Sign up", to: paths.register(), also: "register account", who: visitors },
  { name: "Dashboard", to: paths.dashboard(), also: "home start", who: members },
  { name: "Browse & Discover", to: paths.browse(), also: "courses study guides people profiles", who: members },
  { name: "Audio Notes", to: paths.audioNotes(), also: "radio listen recordings", who: members },
  { name: "Deep Dive", to: paths.deepDive(), also: "audio listen shelf", who: everybody },
  { name: "Quick Recap", to: paths.quickRecap(), also: "audio listen shelf", who: everybody },
  { name: "Chill Review", to: paths.chillReview(), also: "audio listen shelf", who: everybody },
  { name: "Cram Mode", to: paths.cramMode(), also: "album notes", who: everybody },
  { name: "Exam Review", to: paths.examReview(), also: "album notes midterm final", who: everybody },
  { name: "Night Owl", to: paths.nightOwl(), also: "album notes", who: everybody },
  { name: "Request a course", to: paths.upload(), also: "missing ask upload", who: members },
  { name: "My Notes", to: paths.myNotes(), also: "saved collection bookmarks", who: members },
  { name: "Study", to: paths.study(), also: "cards review due", who: members },
  { name: "Account", to: paths.profile(), also: "settings photo faculty", who: members },
  { name: "Profile", to: paths.account(), also: "courses followers following playlists me", who: members },
  {
    name: "Sign-in and data",
    to: paths.security(),
    also: "password email security sessions export delete",
    who: members,
  },
  { name: "Console", to: paths.admin(), also: "administration content storage", who: admins },
  { name: "Uploads", to: paths.adminUploads(), also: "console files sent checking failed", who: admins },
  { name: "Course requests", to: paths.adminRequests(), also: "console wanted demand", who: admins },
  { name: "Reports", to: paths.adminReports(), also: "console take down", who: admins },
  { name: "Trash", to: paths.adminTrash(), also: "console restore deleted", who: admins },
  { name: "Activity", to: paths.adminActivity(), also: "console log audit", who: admins },
  { name: "Setup Study Guides", to: paths.setupGuides(), also: "console built-in courses", who: admins },
];
