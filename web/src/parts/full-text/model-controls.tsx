import { cancelDownload, type MeaningModel, type ModelState } from "@/data/search/meaning-model";
import { formatBytes } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { useModelActions } from "./use-model-actions";

/** Text that explains search by meaning before it is turned on. */
export const aboutMeaning = (model: MeaningModel): string =>
  `Finds pages that answer a question in other words. Downloads ${formatBytes(model.sizeBytes)} once, works offline, and nothing you type leaves this device. It understands English only.`;

interface ModelControlsProps {
  state: ModelState;
  /** Model that the site offers. */
  model: MeaningModel;
}

/**
 * Button that turns search by meaning on. During the download it shows the progress, and after a failure the reason.
 */
export function ModelControls({ state, model }: ModelControlsProps) {
  const { turnOn } = useModelActions();
  if (state.status === "downloading") {
    const { receivedBytes, sizeBytes } = state;
    return (
      <div className="meaning-download">
        <ProgressBar label="Downloading search by meaning" value={receivedBytes / Math.max(1, sizeBytes)} />
        <p className="hint tabular-nums">
          {formatBytes(receivedBytes)} of {formatBytes(sizeBytes)}
        </p>
        <Button size="sm" onClick={cancelDownload}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className="meaning-download">
      <p className="field-error" role="alert">
        {state.status === "failed" && state.message}
      </p>
      <Button size="sm" onClick={() => void turnOn(model)}>
        {state.status === "failed" ? "Try again" : "Turn on search by meaning"}
      </Button>
    </div>
  );
}
