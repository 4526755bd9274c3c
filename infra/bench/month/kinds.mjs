// Classifies the requests of a page.

/** Actions of students, by their API routes. `*` matches one path segment. */
const ACTIONS = [
  ["sign in, once", ["POST /api/auth/sign-in"]],
  ["renew the access token", ["POST /api/auth/refresh"]],
  ["load any page: profile, likes, My Notes, positions", ["GET /api/me/start", "GET /api/me"]],
  ["batch request: the student opens a page or returns to it", ["POST /api/batch"]],
  [
    "the dashboard",
    [
      "GET /api/me/listening",
      "GET /api/me/reading",
      "GET /api/me/new-notes",
      "GET /api/me/feed",
      "GET /api/me/lost-notes",
    ],
  ],
  [
    "a course",
    ["GET /api/courses/*/notes", "GET /api/courses/*/chapters", "GET /api/courses/*/audio", "GET /api/courses/*"],
  ],
  ["picture of a note's first page", ["GET /api/notes/*/preview/*"]],
  ["like, save", ["PUT /api/likes/*/*", "DELETE /api/likes/*/*", "PUT /api/me/notes/*", "DELETE /api/me/notes/*"]],
  ["refetch My Notes", ["GET /api/me/notes", "GET /api/me/likes", "GET /api/me/note-updates"]],
  ["read a PDF and save the position", ["GET /api/notes/*/reading", "GET /api/me/highlights/*", "PUT /api/me/reading"]],
  ["download a PDF", ["GET /api/notes/*/file", "POST /api/me/downloads"]],
  ["search inside of notes", ["GET /api/library/inside", "GET /api/library/notes/*"]],
  [
    "listen: shelves, addresses, pictures, waveforms",
    ["GET /api/shelves/*", "POST /api/audio/addresses", "GET /api/audio/*/artwork", "GET /api/audio/*/waveform"],
  ],
  [
    "save or read the position in a recording",
    ["PUT /api/me/positions", "GET /api/me/positions", "GET /api/me/positions/*"],
  ],
  ["a playlist", ["GET /api/me/playlists", "GET /api/playlists/*", "GET /api/covers/*/*"]],
  ["a public profile", ["GET /api/students/*", "GET /api/students/*/*", "GET /api/photos/*"]],
  [
    "study cards",
    [
      "GET /api/courses/*/chapters/*",
      "GET /api/me/study/log",
      "POST /api/me/study/log",
      "GET /api/me/study/settings",
      "GET /api/me/study/snapshot",
      "PUT /api/me/study/snapshot",
      "GET /api/chapters/*/cards/*/images/*",
    ],
  ],
  [
    "exams and their plans",
    ["GET /api/me/exams", "PUT /api/me/exams/*", "DELETE /api/me/exams/*", "GET /api/me/reading/positions"],
  ],
  ["page views and speeds, for the log", ["POST /api/beacon"]],
];

const patterns = ACTIONS.flatMap(([action, routes]) =>
  routes.map((route) => [new RegExp(`^${route.replaceAll("*", "[^/]+")}$`), action]),
);

/** Returns the route of a call, without parameters in its path. */
export function routeOf({ method, path }) {
  const known = ACTIONS.flatMap(([, routes]) => routes).find((route) =>
    new RegExp(`^${route.replaceAll("*", "[^/]+")}$`).test(`${method} ${path}`),
  );
  return known ?? `${method} ${path}`;
}

/** Returns the action of an API call, or the method and path if it is not in the list. */
export function actionOf({ method, path }) {
  return patterns.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? `${method} ${path}`;
}

/** Kinds that come from the file host, which no web ACL protects. */
export const FILE_KINDS = [
  "recordings",
  "PDFs",
  "pictures under signed addresses",
  "other files",
  "indexes of the insides of notes",
  "catalogue: notes of courses",
];

/** Returns true if the CDN forwards the request to the API. */
export const isCall = ({ host, path }) => host === "app" && path.startsWith("/api/");

/** Returns the kind of a transfer. `catalogueKinds` maps a file to its part of the manifest. */
export function kindOf(request, catalogueKinds) {
  const { host, path, status } = request;
  if (isCall(request)) return "answers of the API";
  if (host === "files") {
    if (path.includes("/inside/")) return "indexes of the insides of notes";
    if (path.endsWith(".pdf")) return "PDFs";
    if (path.endsWith(".bin")) return "catalogue: notes of courses";
    return /\.(webp|jpg)$/.test(path) ? "pictures under signed addresses" : "other files";
  }
  if (path.startsWith("/pictures/")) return "pictures";
  if (path === "/catalogue/manifest.json") return status === 304 ? "manifest, not changed" : "manifest, changed";
  if (path.startsWith("/catalogue/")) return `catalogue: ${catalogueKinds.get(path.split("/").at(-1)) ?? "unknown"}`;
  return "app";
}
