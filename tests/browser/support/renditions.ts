import { expect } from "@playwright/test";
import { apiClient, createStudent } from "./users";

/** The recordings of the sample content are prepared first, one after the other, while other tests run. */
export const PREPARED_WITHIN_MS = 200_000;

interface Signed {
  url: string;
  rendition?: { url: string };
}

/** Waits until a recording has a rendition. */
export async function waitForRendition(id: string): Promise<void> {
  const api = await apiClient(await createStudent());
  const isReady = async () => {
    const { items } = (await api.post("/audio/addresses", { ids: [id] })) as { items: Signed[] };
    return items[0]?.rendition !== undefined;
  };
  await expect.poll(isReady, { timeout: PREPARED_WITHIN_MS }).toBe(true);
}
