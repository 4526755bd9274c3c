import { type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/addresses/paths";
import { confirmDiscard } from "@/lib/browser/unsaved";
import { player } from "@/player/player";
import { playerState } from "@/player/store";
import { session, useSession } from "@/session/session";
import { part } from "@/ui/feedback/part";
import { sentencesOf, unfinishedAfterAll } from "./unfinished";

const LogOutQuestion = part(async () => (await import("./daily")).daily.LogOutQuestion, {
  failure: "above",
  onClose: ({ onStay }) => onStay(),
});

interface LogOut {
  /** Signs out. Asks first if something plays, waits to be sent or is stored on this device. */
  logOut: () => void;
  /** Signs out after a confirmation in any case, for buttons that are easily pressed by mistake. */
  askToLogOut: () => void;
  question: ReactNode;
}

/** Returns both ways to sign out and the question to render. */
export function useLogOut(): LogOut {
  const { me } = useSession();
  const navigate = useNavigate();
  const [sentences, setSentences] = useState<readonly string[]>();
  const isMember = me !== undefined;

  useEffect(() => {
    // Load the dialog when the page is idle, so that it also works offline.
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    if (isMember) whenIdle(() => void LogOutQuestion.prepare().catch(() => undefined));
  }, [isMember]);

  async function leave() {
    setSentences(undefined);
    if (playerState.get().currentAudio) player.reset();
    const leaving = session.signOut();
    navigate(paths.signIn(), { replace: true });
    await leaving;
  }
  async function leaveOrAsk(isAlwaysAsked = false) {
    if (!(await confirmDiscard())) return;
    const about = me ? sentencesOf(await unfinishedAfterAll(me.uid)) : [];
    if (about.length === 0 && !isAlwaysAsked) {
      await leave();
      return;
    }
    try {
      await LogOutQuestion.prepare();
      setSentences(about);
    } catch {
      // The dialog could not be loaded, so use the browser's own.
      if (window.confirm(["Log out now?", ...about].join(" "))) await leave();
    }
  }

  return {
    logOut: () => void leaveOrAsk(),
    askToLogOut: () => void leaveOrAsk(true),
    question: sentences && (
      <LogOutQuestion sentences={sentences} onLogOut={() => void leave()} onStay={() => setSentences(undefined)} />
    ),
  };
}
