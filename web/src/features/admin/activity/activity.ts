import type { ActivityEntry, ActivityFilter, ActivityKind } from "@/data/admin/admin";

const sentences: Readonly<Record<string, string>> = {
  block_student: "blocked a student",
  cancel_upload: "cancelled an upload",
  counter_notice: "added a counter notice to a notice of copyright",
  create_access_key: "created a key",
  create_card: "added a study card",
  create_card_image: "changed the picture of a study card",
  create_chapter: "added a chapter",
  create_course: "created a course",
  create_course_picture: "changed the picture of a course",
  create_upload: "uploaded a file",
  decide_demand: "decided on a requested course",
  delete_album_note: "moved an album note to the trash",
  delete_audio: "moved an audio note to the trash",
  delete_card: "removed a study card",
  delete_chapter: "removed a chapter",
  delete_note: "moved a course note to the trash",
  delete_student: "deleted the account of a student",
  close_notice: "closed a notice of copyright, and the files stay removed",
  dismiss_notice: "dismissed a notice of copyright",
  dismiss_reports: "dismissed reports",
  edit_card: "edited a study card",
  edit_chapter: "edited a chapter",
  edit_content: "edited the details of an item",
  edit_course: "edited a course",
  end_student_sessions: "logged a student out everywhere",
  hide_copies: "hid all copies because of a notice of copyright",
  hold_copies: "held copies because of a notice of copyright",
  hide_course: "hid a course",
  import_cards: "imported study cards",
  import_courses: "imported courses",
  link_upload: "reused an existing file",
  merge_course: "merged a course into another",
  publish_upload: "published a file",
  put_course: "saved a course",
  rebuild_content: "verified the content counts",
  refuse_upload: "uploaded a file that was rejected",
  remove_cards: "removed study cards",
  remove_course_picture: "removed the picture of a course",
  put_chapters: "added or replaced chapters",
  remove_chapters: "removed chapters",
  put_transcript: "added or replaced a transcript",
  remove_transcript: "removed a transcript",
  remove_card_image: "removed the picture of a study card",
  reorder_cards: "reordered study cards",
  replace_file: "uploaded a replacement for a file",
  approve_upload: "published a file after its review",
  release_copies: "ended the hold of copies",
  restore_copies: "sent a counter notice, after which the copies were restored",
  withhold_item: "hid an item because of a notice of copyright",
  revoke_access_key: "revoked a key",
  retry_upload: "retried the check of a file",
  restore_album_note: "restored an album note",
  restore_audio: "restored an audio note",
  place_audio: "moved an audio note on its shelf",
  restore_file: "restored a replaced file",
  restore_note: "restored a course note",
  "second_factor.off": "turned off two-step sign-in",
  "second_factor.on": "set up two-step sign-in",
  setup_guides: "set up the study guides",
  show_course: "made a course visible again",
  take_down: "took down a reported item",
  unblock_student: "unblocked a student",
};

/**
 * Returns the text of an action, to follow the name of an administrator: 'imported courses'. Unknown actions show their
 * own name.
 */
export function auditActionLabel({ action }: Pick<ActivityEntry, "action">): string {
  return sentences[action] ?? action.replaceAll("_", " ");
}

/** Titles of the kinds of actions, in the order of the filter. */
export const activityKinds: Readonly<Record<ActivityKind, string>> = {
  content: "Content",
  upload: "Uploads",
  course: "Courses",
  card: "Study cards",
  request: "Course requests",
  report: "Reports",
  student: "Students",
  security: "Sign-in and keys",
};

function isKind(text: string | null): text is ActivityKind {
  return text !== null && Object.hasOwn(activityKinds, text);
}

interface Month {
  /** Month as in the filter: '2026-11'. */
  value: string;
  label: string;
}

/** Returns the filter in the parameters of a URL. A missing or unknown month becomes the newest month of the log. */
export function parseActivityFilter(params: URLSearchParams, months: readonly Month[]): ActivityFilter {
  const [month, kind] = [params.get("month"), params.get("kind")];
  const isAvailable = months.some(({ value }) => value === month);
  return {
    month: (isAvailable ? month : months[0]?.value) ?? "",
    by: params.get("by") ?? undefined,
    kind: isKind(kind) ? kind : undefined,
    text: params.get("text") ?? undefined,
  };
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** The log keeps 400 days, which span at most 14 months. */
const MONTHS = 14;

/** Returns the months of the log, newest first. Months are in UTC, as in the log. */
export function auditMonthOptions(now: Date): Month[] {
  return Array.from({ length: MONTHS }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return { value: month.toISOString().slice(0, 7), label: monthFormat.format(month) };
  });
}
