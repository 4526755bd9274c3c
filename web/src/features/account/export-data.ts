import { readPages } from "@/api/pages";
import type { components } from "@/api/schema";
import { accountApi } from "./api";

/** One exported item. Its fields depend on its kind. */
type ExportedRecord = components["schemas"]["ExportedRecord"];

/** Returns the contents of the export file. `lists` names the kinds with several items; other kinds have one. */
export function buildExportFile(
  items: readonly ExportedRecord[],
  lists: Iterable<string>,
  exportedAt: string,
): Record<string, unknown> {
  const listsByKind = new Map<string, unknown[]>([...lists].map((kind) => [kind, []]));
  const singles = new Map<string, unknown>();
  for (const { kind, data } of items) {
    const list = listsByKind.get(kind);
    if (list) list.push(data);
    // Fail instead of overwriting an item.
    else if (singles.has(kind)) throw new Error(`The export has more than one item of the kind '${kind}'.`);
    else singles.set(kind, data);
  }
  return { service: "Note Ninja", exportedAt, ...Object.fromEntries(singles), ...Object.fromEntries(listsByKind) };
}

/** Reads all data of the student page by page. Reports the number of items read so far. */
export async function exportData(onProgress: (itemCount: number) => void, signal: AbortSignal): Promise<Blob> {
  const all: ExportedRecord[] = [];
  const kinds = new Set<string>();
  for (const read of [accountApi.exportPage, accountApi.reports]) {
    for await (const { items, lists } of readPages(({ cursor }) => read(cursor, signal))) {
      all.push(...items);
      for (const kind of lists) kinds.add(kind);
      onProgress(all.length);
    }
  }
  const file = buildExportFile(all, kinds, new Date().toISOString());
  return new Blob([JSON.stringify(file, undefined, 2)], { type: "application/json" });
}
