import { expect, test, vi } from "vitest";
import { createChannel } from "./broadcast";

test("holds messages for the first listener, and delivers them once", async () => {
  const here = createChannel<string>("broadcast test");
  here.buffer();
  const there = createChannel<string>("broadcast test");
  const witness = createChannel<string>("broadcast test");
  const witnessed = vi.fn();
  const stopWitness = witness.listen(witnessed);
  there.send("early");
  await vi.waitFor(() => expect(witnessed).toHaveBeenCalledWith("early"));
  const [first, second] = [vi.fn(), vi.fn()];
  const stops = [here.listen(first), here.listen(second)];
  expect(first.mock.calls).toEqual([["early"]]);
  there.send("late");
  await vi.waitFor(() => expect(second.mock.calls).toEqual([["late"]]));
  expect(first.mock.calls).toEqual([["early"], ["late"]]);
  for (const stop of [...stops, stopWitness]) stop();
});
