// From what was counted in visits to what a month takes.

import { actionOf, isCall, kindOf, routeOf } from "./kinds.mjs";

const add = (sums, key, more) => {
  const sum = sums[key] ?? {};
  sums[key] = sum;
  for (const [name, value] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + value;
};

/** Adds up requests by kind and action, `weight` times each. Of kinds in `sizes`, files are of another size than they were. */
function addRequests(month, requests, weight, catalogueKinds, sizes) {
  for (const request of requests) {
    const kind = kindOf(request, catalogueKinds);
    const bytes = (sizes[kind] ?? request.bodyBytes) + request.headBytes;
    add(month.kinds, kind, { requests: weight, bytes: weight * bytes });
    if (!isCall(request)) continue;
    const { requests: asked, readUnits, writeUnits } = request.table;
    const table = { requests: weight * asked, readUnits: weight * readUnits, writeUnits: weight * writeUnits };
    add(month.actions, actionOf(request), { calls: weight, ...table });
    add(month.routes, routeOf(request), { calls: weight, ...table });
  }
}

/** A student's changes that the functions which follow the table work into what is published. */
export const isFollowed = ({ method, path }) => /^\/api\/(likes|me\/notes)\//.test(path) && method !== "GET";

/**
 * The month of one student of `students` who were counted: the first visit, and the mean of the later ones so often that
 * there are `visits`. `rounds` are the requests of all students, visit by visit; `sizes` are bytes of files by kind. Another release is one more load of the
 * app with nothing in the cache, as in the first visit. What others do is `others` times a change.
 */
export function monthOf({ rounds, workers, students, visits, releases, others, catalogueKinds, sizes }) {
  const [first, ...later] = rounds;
  const month = { kinds: {}, actions: {}, routes: {} };
  addRequests(month, first, 1 / students, catalogueKinds, sizes);
  for (const round of later) addRequests(month, round, (visits - 1) / later.length / students, catalogueKinds, sizes);
  const app = first.filter((request) => kindOf(request, catalogueKinds) === "app");
  addRequests(month, app, (releases - 1) / students, catalogueKinds, sizes);

  const changed = rounds.flat().filter(isFollowed).length;
  const own =
    (rounds[0].filter(isFollowed).length + (visits - 1) * (later.flat().filter(isFollowed).length / later.length)) /
    students;
  const share = own / (changed + others);
  month.workers = { readUnits: workers.readUnits * share, writeUnits: workers.writeUnits * share };
  const sum = (name) => Object.values(month.actions).reduce((all, action) => all + action[name], 0);
  month.calls = sum("calls");
  month.readUnits = sum("readUnits") + month.workers.readUnits;
  month.writeUnits = sum("writeUnits") + month.workers.writeUnits;
  const sorted = (sums, by) =>
    Object.fromEntries(Object.entries(sums).sort(([, one], [, other]) => other[by] - one[by]));
  month.kinds = sorted(month.kinds, "bytes");
  month.actions = sorted(month.actions, "calls");
  month.routes = sorted(month.routes, "calls");
  return month;
}
