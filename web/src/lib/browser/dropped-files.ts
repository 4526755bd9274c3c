/** Files of dropped folders, with their paths. */

/** Maximum number of files that are read from dropped folders. */
export const DROPPED_FILES_MAX = 1000;

const paths = new WeakMap<File, string>();

/** Returns the path of a file within the dropped folder, with the name of the folder; the file name for other files. */
export function pathInFolder(file: File): string {
  return paths.get(file) ?? file.name;
}

function readEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function readFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function addFiles(entry: FileSystemEntry, path: string, files: File[]): Promise<void> {
  if (entry.name.startsWith(".") || files.length > DROPPED_FILES_MAX) return;
  const own = path === "" ? entry.name : `${path}/${entry.name}`;
  if (isFile(entry)) {
    const file = await readFile(entry);
    paths.set(file, own);
    files.push(file);
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  // A reader returns its entries in batches; an empty one is the last.
  for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader)) {
    for (const each of batch) await addFiles(each, own, files);
  }
}

/**
 * Returns the files of dropped folders, without hidden ones, sorted by path; `undefined` if no folder was dropped. Call
 * it during the event. Rejects if a folder cannot be read, and with a `RangeError` if it has too many files.
 */
export function readDroppedFolders(items: DataTransferItemList | undefined): Promise<File[]> | undefined {
  const entries = [...(items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some(isFolder)) return undefined;
  return (async () => {
    const files: File[] = [];
    for (const entry of entries) await addFiles(entry, "", files);
    if (files.length > DROPPED_FILES_MAX) throw new RangeError("Too many files");
    const order = new Intl.Collator("en", { numeric: true });
    return files.sort((one, other) => order.compare(pathInFolder(one), pathInFolder(other)));
  })();
}
