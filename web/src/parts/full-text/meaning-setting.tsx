import { useQuery } from "@tanstack/react-query";
import { canStoreModel, offeredModelQuery, useModelState } from "@/data/search/meaning-model";
import { formatBytes } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";
import { aboutMeaning, ModelControls } from "./model-controls";
import { useModelActions } from "./use-model-actions";
import "./full-text.css";

/** Setting that turns search by meaning on, shows its size and removes it. Hidden if the site does not offer it. */
export function MeaningSetting() {
  const state = useModelState();
  const { turnOff } = useModelActions();
  const { data: offered } = useQuery({ ...offeredModelQuery, enabled: canStoreModel() });
  if (state.status === "unknown") return null;
  if (state.status === "ready" && (!offered || offered.sha256 === state.model.sha256)) {
    return (
      <div className="meaning-setting">
        <div>
          <b>Search by meaning</b>
          <p className="hint" role="status">
            On. The model has {formatBytes(state.model.sizeBytes)}. Nothing you type leaves this device.
          </p>
        </div>
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label="Remove search by meaning"
          onClick={() => void remove(turnOff)}
        >
          Remove
        </Button>
      </div>
    );
  }
  if (!offered) return null;
  return (
    <div className="meaning-setting">
      <div>
        <b>Search by meaning</b>
        <p className="hint">{aboutMeaning(offered)}</p>
      </div>
      <ModelControls state={state} model={offered} />
    </div>
  );
}

async function remove(turnOff: () => Promise<void>): Promise<void> {
  try {
    await turnOff();
    toast("Search by meaning was removed from this device.");
  } catch (error) {
    console.warn("The model of search by meaning could not be removed.", error);
    toast("It could not be removed. Try again.", { kind: "error" });
  }
}
