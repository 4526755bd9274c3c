import type { QueryClient } from "@tanstack/react-query";
import type { Change, ChangeResult, ResultByKind } from "@/offline/outbox/kinds/kinds";
import { session } from "@/session/session";
import { onBookmarkConfirmed } from "../bookmarks/bookmarks";
import { onPersonalCardConfirmed } from "../cards/personal-cards";
import { onExamConfirmed } from "../exams/exams";
import { onHighlightConfirmed } from "../highlights/highlights";
import { onLikeConfirmed } from "../likes/likes";
import { onFollowConfirmed } from "../me/me";
import { onFollowStudentConfirmed } from "../people/students";
import { onPlaylistConfirmed } from "../playlists/playlist-edit";
import { continueReadingQuery } from "../positions/continue-reading";
import { onCourseRequestConfirmed } from "../requests/requests";
import { onSavedNoteConfirmed } from "../saved/saved";
import { onReviewEventsConfirmed } from "../study/review-log";
import { onStudySettingsConfirmed } from "../study/study-settings";

type Updates = {
  [K in Change["kind"]]: (queries: QueryClient, change: Extract<Change, { kind: K }>, result: ResultByKind[K]) => void;
};

/** Updates of the query cache after a confirmed change, by kind. */
const updates: Updates = {
  like: onLikeConfirmed,
  followCourse: (_queries, change) => onFollowConfirmed(change),
  followStudent: (queries, { username }, result) => onFollowStudentConfirmed(queries, username, result),
  saveNote(queries, { noteId }, { saved }) {
    const { me } = session.state();
    if (me) onSavedNoteConfirmed(queries, me.uid, noteId, saved);
  },
  wantCourse: (queries, _change, result) => onCourseRequestConfirmed(queries, result),
  requestCourse: (queries) => onCourseRequestConfirmed(queries),
  highlight: onHighlightConfirmed,
  bookmark: onBookmarkConfirmed,
  personalCard: onPersonalCardConfirmed,
  exam: onExamConfirmed,
  studySettings: (queries, _change, result) => onStudySettingsConfirmed(queries, result),
  // Only administrators read reports.
  report: () => undefined,
  position(queries, { position }) {
    // The player merges positions when it reads them again; only lists of notes show them directly.
    if ("noteId" in position) void queries.invalidateQueries({ queryKey: continueReadingQuery.queryKey });
  },
  study: onReviewEventsConfirmed,
  createPlaylist: onPlaylistConfirmed,
  deletePlaylist: onPlaylistConfirmed,
  addToPlaylist: onPlaylistConfirmed,
  changePlaylist: onPlaylistConfirmed,
};

/** Writes a confirmed change to the query cache, before its optimistic version is removed. */
export function applyConfirmedChange(queries: QueryClient, change: Change, result: ChangeResult): void {
  const update = updates[change.kind] as (queries: QueryClient, change: Change, result: ChangeResult) => void;
  update(queries, change, result);
}
