import { type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { confirmDiscard } from "@/lib/browser/unsaved";
import { paths } from "@/lib/urls/paths";
import { player } from "@/player/player";
import { playerState } from "@/player/store";
import { session, useSession } from "@/session/session";
import { lazyComponent } from "@/ui/feedback/lazy";
import { unsavedWorkAfterGrace, unsavedWorkSentences } from "./unsaved-work";

const SignOutDialog = lazyComponent(async () => (await import("./deferred-shell")).deferredShell.SignOutDialog, {
  failure: "banner",
  onClose: ({ onStay }) => onStay(),
});

interface SignOut {
  /** Signs out. Asks for confirmation during playback, and if there are pending changes or offline copies. */
  signOut: () => void;
  /** Always asks for confirmation before it signs out, for buttons that are easily clicked by mistake. */
  confirmSignOut: () => void;
  dialog: ReactNode;
}

/** Returns both ways to sign out and the dialog to render. */
export function useSignOut(): SignOut {
  const { me } = useSession();
  const navigate = useNavigate();
  const [sentences, setSentences] = useState<readonly string[]>();
  const isMember = me !== undefined;

  useEffect(() => {
    // Load the dialog when the page is idle, so that it also works offline.
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    if (isMember) whenIdle(() => void SignOutDialog.prefetch().catch(() => undefined));
  }, [isMember]);

  async function signOutNow() {
    setSentences(undefined);
    if (playerState.get().currentAudio) player.reset();
    const leaving = session.signOut();
    navigate(paths.signIn(), { replace: true });
    await leaving;
  }
  async function signOutOrAsk(isAlwaysAsked = false) {
    if (!(await confirmDiscard())) return;
    const about = me ? unsavedWorkSentences(await unsavedWorkAfterGrace(me.uid)) : [];
    if (about.length === 0 && !isAlwaysAsked) {
      await signOutNow();
      return;
    }
    try {
      await SignOutDialog.prefetch();
      setSentences(about);
    } catch {
      // The dialog could not be loaded, so use the browser's own.
      if (window.confirm(["Log out now?", ...about].join(" "))) await signOutNow();
    }
  }

  return {
    signOut: () => void signOutOrAsk(),
    confirmSignOut: () => void signOutOrAsk(true),
    dialog: sentences && (
      <SignOutDialog sentences={sentences} onSignOut={() => void signOutNow()} onStay={() => setSentences(undefined)} />
    ),
  };
}
