import { Today } from "@/features/dashboard/today/today";
import { NextExams } from "@/features/exams/next-exams";
import { Palette } from "@/features/palette/palette";
import { PlayerUi } from "@/features/player/player-ui";
import { KeptFiles } from "./kept-files";
import { LeftPlaces } from "./left-places";
import { LogOutQuestion } from "./log-out-question";
import { MergedRemarks } from "./merged-remarks";
import { NewVersion } from "./new-version";
import { OthersChanges } from "./others-changes";

/**
 * What everybody meets each day and no page waits for, in one file that is fetched once a page stands: so that the palette,
 * the question of Logout and the player also answer without a connection.
 */
export const daily = {
  KeptFiles,
  LeftPlaces,
  MergedRemarks,
  Palette,
  PlayerUi,
  LogOutQuestion,
  NewVersion,
  OthersChanges,
  NextExams,
  Today,
};
