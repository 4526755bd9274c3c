import { useQueryClient } from "@tanstack/react-query";
import { stopMeaning } from "@/core/meaning/meaning";
import { refetchAssets } from "@/data/offline-files/service";
import { deleteVectors } from "@/data/search/full-text-indexes";
import { downloadModel, type MeaningModel, removeModel } from "@/data/search/meaning-model";

/** Returns the actions that turn search by meaning on and off on this device. */
export function useModelActions() {
  const queries = useQueryClient();
  /** Downloads the model, and then the vectors for the offline copies. */
  async function turnOn(model: MeaningModel): Promise<void> {
    if (await downloadModel(model)) await refetchAssets(queries);
  }
  /** Removes the model with its vectors and stops the encoder. */
  async function turnOff(): Promise<void> {
    await removeModel();
    stopMeaning();
    await deleteVectors();
  }
  return { turnOn, turnOff };
}
