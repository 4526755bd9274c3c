import { AloudBar } from "../aloud/aloud-bar";
import { TextFindController } from "../find/find-controller";
import { TextSettingsButton } from "./text-settings-button";
import { TextView } from "./text-view";

/** One chunk with the text view, the search in the text and reading aloud. Its name starts with `reader-`, so that it is part of the offline copy of the reader. */
export const code = { TextView, TextFindController, TextSettingsButton, AloudBar };
