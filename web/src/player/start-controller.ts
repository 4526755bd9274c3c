import { loadPlayer } from "@/core/player";
import { Controller } from "./controller";

/** Returns true if the page can change the volume. On iPhone and iPad, only the device's buttons can. */
function takesVolume(element: HTMLAudioElement): boolean {
  element.volume = 0.5;
  return element.volume === 0.5;
}

/** Creates the only audio element. It stays hidden in the page until the page is closed. */
function createElement(): HTMLAudioElement | undefined {
  if (!document.body) return undefined;
  const element = document.createElement("audio");
  element.id = "player";
  document.body.append(element);
  return element;
}

export async function startController(): Promise<Controller> {
  const module = await loadPlayer();
  const element = createElement();
  return new Controller(module, element, element && takesVolume(element));
}
