import type { QueryClient } from "@tanstack/react-query";
import type { Answer, Answers, Change } from "@/offline/outbox/kinds/table";
import { session } from "@/session/session";
import { ownCardArrived } from "../cards/own-cards";
import { examArrived } from "../exams/exams";
import { highlightArrived } from "../highlights/highlights";
import { likeArrived } from "../likes/likes";
import { followArrived } from "../me/me";
import { followStudentArrived } from "../people/students";
import { playlistArrived } from "../playlists/playlist-edit";
import { readingListQuery } from "../positions/reading";
import { requestArrived } from "../requests/requests";
import { savedArrived } from "../saved/saved";
import { studySettingsArrived } from "../study/study-settings";
import { studyArrived } from "../study/studying";

type Updates = {
  [K in Change["kind"]]: (queries: QueryClient, change: Extract<Change, { kind: K }>, answer: Answers[K]) => void;
};

/** Updates of the query cache after a confirmed change, by kind. */
const updates: Updates = {
  like: likeArrived,
  followCourse: (_queries, change) => followArrived(change),
  followStudent: (queries, { username }, answer) => followStudentArrived(queries, username, answer),
  saveNote(queries, { noteId }, { saved }) {
    const { me } = session.state();
    if (me) savedArrived(queries, me.uid, noteId, saved);
  },
  wantCourse: (queries, _change, answer) => requestArrived(queries, answer),
  requestCourse: (queries) => requestArrived(queries),
  highlight: highlightArrived,
  ownCard: ownCardArrived,
  exam: examArrived,
  studySettings: (queries, _change, answer) => studySettingsArrived(queries, answer),
  // Only administrators read reports.
  report: () => undefined,
  position(queries, { position }) {
    // The player merges positions when it reads them again; only lists of notes show them directly.
    if ("noteId" in position) void queries.invalidateQueries({ queryKey: readingListQuery.queryKey });
  },
  study: studyArrived,
  createPlaylist: playlistArrived,
  deletePlaylist: playlistArrived,
  addToPlaylist: playlistArrived,
  changePlaylist: playlistArrived,
};

/** Writes a confirmed change to the query cache, before its optimistic version is removed. */
export function arrived(queries: QueryClient, change: Change, answer: Answer): void {
  const update = updates[change.kind] as (queries: QueryClient, change: Change, answer: Answer) => void;
  update(queries, change, answer);
}
