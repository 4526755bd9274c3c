import { renderToStaticMarkup } from "react-dom/server";
import { FirstFrame } from "./first-frame";

/**
 * Renders the first frame as HTML. Links work without scripts. Buttons need the app, so they are marked as disabled.
 * Removes test ids, so that tests find only the elements of the app.
 */
export function firstFrameMarkup(): string {
  return renderToStaticMarkup(<FirstFrame />)
    .replaceAll("<button ", '<button aria-disabled="true" ')
    .replaceAll(/ data-(testid|discover)="[^"]*"/g, "");
}
