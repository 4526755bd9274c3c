import type { Page } from "@playwright/test";
import { createCourse } from "./content";
import { ADMIN, apiClient } from "./users";

interface Chapter {
  code: string;
  id: string;
  /** Path of the page of the chapter. */
  path: string;
}

type Sides = readonly [front: string, back: string];

/** Creates a course with one chapter and these cards. */
export async function makeChapter(cards: readonly Sides[]): Promise<Chapter> {
  const code = await createCourse("Studies");
  const api = await apiClient(ADMIN);
  const fields = { number: 4, title: "Inheritance", description: "What a base pointer knows." };
  const { id } = (await api.post(`/courses/${code}/chapters`, fields)) as { id: string };
  for (const [title, content] of cards) await api.post(`/courses/${code}/chapters/${id}/cards`, { title, content });
  return { code, id, path: `/guide/${code}/chapter/${id}` };
}

/** The cards of most tests. The second one has formulas. */
export const THREE_CARDS: readonly Sides[] = [
  ["What is *slicing*?", "The derived part is lost."],
  ["How long is $\\vec v$?", "$$\\lVert v \\rVert = \\sqrt{v_1^2 + v_2^2}$$"],
  ["Last one", "The end."],
];

export const card = (page: Page, place: number, of = 3) =>
  page.getByRole("article", { name: `Card ${place} of ${of}` });
export const rows = (page: Page) => page.getByRole("list", { name: "Order of the study cards" }).getByRole("listitem");
