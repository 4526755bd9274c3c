import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { LazyPlayer } from "./lazy-player";

const remembered = vi.hoisted(() => vi.fn());
let state: { isPlaying: boolean; currentAudio?: object } = { isPlaying: false, currentAudio: { id: "a1" } };

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/lazy", () => ({ lazyComponent: () => () => null, lazyDialog: () => () => null }));
vi.mock("@/parts/add-to-playlist/add-to-playlist", () => ({ AddToPlaylist: () => null }));
vi.mock("@/parts/likes/item-like-button", () => ({ ConnectedLikeButton: () => null }));
vi.mock("@/parts/recent-listening", () => ({ recordListened: remembered }));
vi.mock("@/player/player", () => ({
  usePlayerLifecycle: () => undefined,
  usePlayerSelector: (select: (now: typeof state) => unknown) => select(state),
}));

test("a played recording counts as listened to for its user, but not one that was only loaded", () => {
  signInAs({ uid: "u1", name: "Amara" });
  const { rerender } = render(<LazyPlayer />);
  expect(remembered).not.toHaveBeenCalled();
  state = { isPlaying: true, currentAudio: { id: "a1" } };
  rerender(<LazyPlayer />);
  expect(remembered).toHaveBeenCalledExactlyOnceWith("u1", { id: "a1" });
});
