import { type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/addresses/paths";
import { mayLose } from "@/lib/browser/unsaved";
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
  /** Logs out, after a question if something plays, waits to be sent, or is kept on this device. */
  logOut: () => void;
  /** Logs out after a question in any case: for a button that is easily pressed by mistake. */
  askToLogOut: () => void;
  question: ReactNode;
}

/** The two ways to log out, and the question that stands on the page. */
export function useLogOut(): LogOut {
  const { me } = useSession();
  const navigate = useNavigate();
  const [sentences, setSentences] = useState<readonly string[]>();
  const isMember = me !== undefined;

  useEffect(() => {
    // It comes once the page has nothing else to do, so that it can also be asked without a connection.
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
    if (!(await mayLose())) return;
    const about = me ? sentencesOf(await unfinishedAfterAll(me.uid)) : [];
    if (about.length === 0 && !isAlwaysAsked) {
      await leave();
      return;
    }
    try {
      await LogOutQuestion.prepare();
      setSentences(about);
    } catch {
      // The connection was gone before the question could be fetched: the browser has one of its own.
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
