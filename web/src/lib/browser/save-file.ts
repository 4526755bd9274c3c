export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // After this time the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
