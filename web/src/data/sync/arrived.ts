import type { QueryClient } from "@tanstack/react-query";
import { type Change, isPlaylistWork } from "@/offline/outbox/kinds/changes";
import type { Answer, Answers } from "@/offline/outbox/kinds/send";
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

/** Writes a confirmed change to the query cache, before its optimistic version is removed. */
export function arrived(queries: QueryClient, change: Change, answer: Answer): void {
  if (isPlaylistWork(change)) {
    playlistArrived(queries, change, answer as Answer<typeof change>);
    return;
  }
  switch (change.kind) {
    case "like":
      likeArrived(queries, change, answer as Answers["like"]);
      break;
    case "followCourse":
      followArrived(change);
      break;
    case "followStudent":
      followStudentArrived(queries, change.username, answer as Answers["followStudent"]);
      break;
    case "saveNote": {
      const { me } = session.state();
      if (me) savedArrived(queries, me.uid, change.noteId, (answer as Answers["saveNote"]).saved);
      break;
    }
    case "wantCourse":
      requestArrived(queries, answer as Answers["wantCourse"]);
      break;
    case "requestCourse":
      requestArrived(queries);
      break;
    case "highlight":
      highlightArrived(queries, change, answer as Answers["highlight"]);
      break;
    case "ownCard":
      ownCardArrived(queries, change, answer as Answers["ownCard"]);
      break;
    case "exam":
      examArrived(queries, change, answer as Answers["exam"]);
      break;
    case "studySettings":
      studySettingsArrived(queries, answer as Answers["studySettings"]);
      break;
    case "report":
      // Only administrators read reports.
      break;
    case "position":
      // The player merges positions when it reads them again; only lists of notes show them directly.
      if ("noteId" in change.position) void queries.invalidateQueries({ queryKey: readingListQuery.queryKey });
      break;
    case "study":
      studyArrived(queries);
      break;
  }
}
