import { StudyStats } from "@/features/dashboard/today/today";
import { NextExams } from "@/features/exams/next-exams";
import { Palette } from "@/features/palette/palette";
import { PlayerUi } from "@/features/player/player-ui";
import { OfflineFilesService } from "./kept-files";
import { ReadingPositionFlusher } from "./left-places";
import { SignOutDialog } from "./log-out-question";
import { MergedRemarks } from "./merged-remarks";
import { NewVersion } from "./new-version";
import { MergeNotice } from "./notices/merge-notice";
import { OtherAccountDataDialog } from "./others-changes";

/**
 * Common components that no page waits for, in one chunk. It loads after the first page, so that the palette, the
 * sign-out question and the player also work offline.
 */
export const deferredShell = {
  OfflineFilesService,
  ReadingPositionFlusher,
  MergeNotice,
  MergedRemarks,
  Palette,
  PlayerUi,
  SignOutDialog,
  NewVersion,
  OtherAccountDataDialog,
  NextExams,
  StudyStats,
};
