// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { clearUserStorage } from "@/lib/browser/storage";
import { cardDraftStorage } from "./card-draft";

const typed = { title: "What is RAII?", content: "Who acquires, releases.", imageAlt: "", order: "", chapter: "" };

describe("the draft of a card", () => {
  beforeEach(() => localStorage.clear());

  it("is stored per user and card", () => {
    expect(cardDraftStorage("amara", "1:new").write({ typed, version: undefined })).toBe(true);
    expect(cardDraftStorage("amara", "1:new").read()).toEqual({ typed, version: undefined });
    expect(cardDraftStorage("amara", "1:other").read()).toBeUndefined();
    expect(cardDraftStorage("ben", "1:new").read()).toBeUndefined();
  });

  it("is deleted when discarded and at sign-out", () => {
    const draft = cardDraftStorage("amara", "1:new");
    draft.write({ typed, version: 3 });
    draft.drop();
    expect(draft.read()).toBeUndefined();
    draft.write({ typed, version: 3 });
    clearUserStorage();
    expect(draft.read()).toBeUndefined();
  });

  it("is ignored if it is truncated or of another shape", () => {
    for (const text of ["", "{", "null", "7", '{"typed":{"title":"A"}}']) {
      localStorage.setItem("nn:u:amara:card-draft:1:new", text);
      expect(cardDraftStorage("amara", "1:new").read(), text).toBeUndefined();
    }
  });
});
