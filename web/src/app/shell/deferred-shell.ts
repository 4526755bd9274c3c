import { StudyStats } from "@/features/dashboard/today/study-stats";
import { NextExams } from "@/features/exams/next-exams";
import { Palette } from "@/features/palette/palette";
import { PlayerUi } from "@/features/player/player-ui";
import { MergedRemarks } from "./merged-remarks";
import { NewVersion } from "./new-version";
import { LegalNotice } from "./notices/legal-notice";
import { MergeNotice } from "./notices/merge-notice";
import { OfflineFilesService } from "./offline-files-service";
import { OtherAccountDataDialog } from "./other-account-data-dialog";
import { ReadingPositionFlusher } from "./reading-position-flusher";
import { SignOutDialog } from "./sign-out-dialog";

/**
 * Common components that no page waits for, in one chunk. It loads after the first page, so that the palette, the
 * sign-out question and the player also work offline.
 */
export const deferredShell = {
  OfflineFilesService,
  ReadingPositionFlusher,
  LegalNotice,
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
