import { beforeEach, expect, test, vi } from "vitest";
import { cancelUpload } from "@/data/uploads/uploads";
import { uploadPicture } from "./picture";
import { uploadFile } from "./upload-file";

vi.mock("@/data/uploads/uploads", () => ({ cancelUpload: vi.fn() }));
vi.mock("./upload-file", () => ({ uploadFile: vi.fn() }));

const picture = new File(["x"], "owl.png");

beforeEach(() => {
  vi.mocked(uploadFile).mockReset();
  vi.mocked(cancelUpload).mockReset().mockResolvedValue(undefined);
});

test("S7.wr.11 only an aborted image upload is withdrawn, not a failed or finished one", async () => {
  const stop = new AbortController();
  vi.mocked(uploadFile).mockResolvedValueOnce("u");
  await uploadPicture(vi.fn(), picture, stop.signal);
  vi.mocked(uploadFile).mockRejectedValueOnce(new Error("It is too small."));
  await expect(uploadPicture(vi.fn(), picture, stop.signal)).rejects.toThrow("It is too small.");
  expect(cancelUpload).not.toHaveBeenCalled();
  vi.mocked(uploadFile).mockRejectedValueOnce(new Error("closed"));
  stop.abort();
  await expect(uploadPicture(vi.fn(), picture, stop.signal)).rejects.toThrow("closed");
  const sent = vi.mocked(uploadFile).mock.lastCall?.[5]?.upload;
  expect(cancelUpload).toHaveBeenCalledExactlyOnceWith(sent?.id);
});
