import { loadPlayer } from "@/core/player";
import { Controller } from "./controller";

/** On an iPhone and iPad only the buttons of the device change the volume. */
function takesVolume(element: HTMLAudioElement): boolean {
  element.volume = 0.5;
  return element.volume === 0.5;
}

/** The one audio element. It stays in the page, hidden, until the page is closed. */
function createElement(): HTMLAudioElement | undefined {
  if (!document.body) return undefined;
  const element = document.createElement("audio");
  element.id = "player";
  document.body.append(element);
  return element;
}

/** Starts what plays. */
export async function startController(): Promise<Controller> {
  const module = await loadPlayer();
  const element = createElement();
  return new Controller(module, element, element && takesVolume(element));
}
