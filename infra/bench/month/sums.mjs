// Extrapolates the counts of visits to a month.

import { actionOf, isCall, kindOf, routeOf } from "./kinds.mjs";

const add = (sums, key, more) => {
  const sum = sums[key] ?? {};
  sums[key] = sum;
  for (const [name, value] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + value;
};

/**
 * Adds requests to `month` by kind, action and route, `weight` times each. For kinds in `sizes`, that file size
 * replaces the measured one.
 */
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

/** Returns true for changes by students after which the functions update published data. */
export const isFollowed = ({ method, path }) => /^\/api\/(likes|me\/notes)\//.test(path) && method !== "GET";

/**
 * Returns the usage of one student in a month, as the mean of `students` measured students. A month consists of the
 * first visit and `visits` - 1 times the mean of the later ones. `rounds` contains the requests of all students by
 * visit; `sizes` the bytes of files by kind. Each release after the first adds one load of the app with an empty cache,
 * as in the first visit. `others` is the number of changes by other users.
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
