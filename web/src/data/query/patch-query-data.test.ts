import { QueryClient, QueryObserver, queryOptions } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { patchQueryData } from "./patch-query-data";

/** Shows a list from a server whose responses are sent by the test. */
function shownList() {
  const answers: ((list: string[]) => void)[] = [];
  const query = queryOptions({
    queryKey: ["list"] as const,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const queries = new QueryClient();
  const shown = new QueryObserver(queries, query);
  shown.subscribe(() => undefined);
  const answer = async (list: string[]) => {
    answers.at(-1)?.(list);
    await expect.poll(() => queries.isFetching()).toBe(0);
  };
  return { queries, query, answers, answer, list: () => shown.getCurrentResult().data };
}

const withNew = (list: readonly string[] | undefined) => list && [...list, "new"];

test("a response requested before a change does not undo it, and the query is refetched", async () => {
  const { queries, query, answers, answer, list } = shownList();
  await answer(["old"]);
  void queries.refetchQueries(query);
  patchQueryData(queries, query.queryKey, withNew);
  expect(list()).toEqual(["old", "new"]);
  const [, late] = answers;
  late?.(["old"]);
  await expect.poll(() => answers.length).toBe(3);
  expect(list()).toEqual(["old", "new"]);
  await answer(["old", "new", "of others"]);
  expect(list()).toEqual(["old", "new", "of others"]);
});

test("a change before the first response patches nothing and triggers a refetch", async () => {
  const { queries, query, answers, answer, list } = shownList();
  patchQueryData(queries, query.queryKey, withNew);
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.(["old"]);
  await answer(["old", "new"]);
  expect(list()).toEqual(["old", "new"]);
});

test("a change triggers no refetch if the query is idle", async () => {
  const { queries, query, answers, answer, list } = shownList();
  await answer(["old"]);
  patchQueryData(queries, query.queryKey, withNew);
  expect(list()).toEqual(["old", "new"]);
  expect(queries.isFetching()).toBe(0);
  expect(answers).toHaveLength(1);
});
