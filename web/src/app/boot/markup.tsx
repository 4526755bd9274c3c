import { renderToStaticMarkup } from "react-dom/server";
import { FirstFrame } from "./first-frame";

/**
 * The first frame as HTML. Its links work before any script is there; its buttons wait for the app, so they say that they
 * cannot be pressed yet. Tests find the parts of the app by the mark that is left out here.
 */
export function firstFrameMarkup(): string {
  return renderToStaticMarkup(<FirstFrame />)
    .replaceAll("<button ", '<button aria-disabled="true" ')
    .replaceAll(/ data-(testid|discover)="[^"]*"/g, "");
}
