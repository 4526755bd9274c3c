import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { saveFile } from "@/lib/browser/save-file";
import { paths } from "@/lib/urls/paths";
import { ProblemMessage } from "@/parts/forms/problem";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { exportData } from "./export-data";
import { SettingsSection } from "./section";

type State =
  | { step: "idle" }
  | { step: "gathering"; itemCount: number }
  | { step: "done"; itemCount: number }
  | { step: "failed"; error: unknown };

const count = new Intl.NumberFormat("en-CA");

export function ExportSection() {
  const [state, setState] = useState<State>({ step: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const run = new AbortController();
    running.current = run;
    let itemCount = 0;
    setState({ step: "gathering", itemCount });
    try {
      const file = await exportData((soFar) => {
        itemCount = soFar;
        setState({ step: "gathering", itemCount });
      }, run.signal);
      saveFile(file, `note-ninja-${new Date().toISOString().slice(0, 10)}.json`);
      setState({ step: "done", itemCount });
    } catch (error) {
      if (!run.signal.aborted) setState({ step: "failed", error });
    }
  }

  return (
    <SettingsSection title="Your data">
      <p className="hint">
        One JSON file with what you entered and did, for example your profile, settings, courses, highlights with their
        remarks, cards, answers, playlists, likes, bookmarks and sessions. It has no files and no pictures.{" "}
        <Link className="link" to={paths.privacy()}>
          Privacy
        </Link>{" "}
        says what else is not in it.
      </p>
      {state.step === "gathering" && (
        <div className="account-progress">
          <ProgressBar label="Gathering your data" />
          <p className="hint tabular-nums">{count.format(state.itemCount)} entries so far</p>
        </div>
      )}
      {state.step === "done" && <Banner kind="ok">Your file is saved: {count.format(state.itemCount)} entries.</Banner>}
      {state.step === "failed" && (
        <Banner kind="bad">
          Your data could not be gathered. <ProblemMessage error={state.error} />
        </Banner>
      )}
      <Button busy={state.step === "gathering"} busyLabel="Gathering..." onClick={start}>
        Export my data
      </Button>
    </SettingsSection>
  );
}
