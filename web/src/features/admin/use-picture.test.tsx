import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { uploadPicture } from "@/parts/uploading/sending/picture";
import { usePictureUpload } from "./use-picture";

vi.mock("@/lib/browser/unsaved", () => ({ useUnsavedChanges: () => undefined }));
const picture = vi.hoisted(() => ({ upload: vi.fn() }));
vi.mock("@/parts/uploading/sending/picture", () => ({ uploadPicture: picture.upload }));

test("S6.adm.34 the first request sends which image was shown, later ones do not", async () => {
  picture.upload.mockImplementation(async (...[create, , signal]: Parameters<typeof uploadPicture>) =>
    create({ fileName: "owl.png" } as never, signal),
  );
  const create = vi.fn();
  const { result, rerender } = renderHook(({ seen }) => usePictureUpload(seen, create), {
    initialProps: { seen: "/a" },
  });
  const send = async () => {
    act(() => result.current.choose(new File(["x"], "owl.png")));
    await act(() => result.current.send());
  };
  await send();
  await send();
  // The form shows the picture of another administrator.
  rerender({ seen: "/b" });
  await send();
  const replaces = create.mock.calls.map(([file]) => file.replaces);
  expect(replaces).toEqual(["/a", undefined, "/b"]);
});
