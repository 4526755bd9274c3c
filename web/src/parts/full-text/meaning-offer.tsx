import { useQuery } from "@tanstack/react-query";
import { canStoreModel, offeredModelQuery, useModelState } from "@/data/search/meaning-model";
import { useSession } from "@/session/session";
import { aboutMeaning, ModelControls } from "./model-controls";

interface MeaningOfferProps {
  /** True if the search by words found no page that has all words of the question. */
  isNeeded: boolean;
  /** Hashes of the models that computed the vectors of the notes. */
  models: readonly string[];
}

/**
 * Offers search by meaning after a question without good results. Requests the model of the site before the student
 * types, so that no request depends on the question.
 */
export function MeaningOffer({ isNeeded, models }: MeaningOfferProps) {
  const session = useSession();
  const state = useModelState();
  const isPossible = session.status === "signed-in" && canStoreModel();
  const { data: model } = useQuery({ ...offeredModelQuery, enabled: isPossible });
  const isCurrent = state.status === "ready" && state.model.sha256 === model?.sha256;
  const isShown = isPossible && model && models.includes(model.sha256) && state.status !== "unknown" && !isCurrent;
  if (!isShown || !(isNeeded || state.status === "downloading")) return null;
  return (
    <section className="meaning-offer" aria-label="Search by meaning">
      <b>Ask in your own words</b>
      <p className="hint">{aboutMeaning(model)}</p>
      <ModelControls state={state} model={model} />
    </section>
  );
}
