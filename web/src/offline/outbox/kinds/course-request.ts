import { api, keepalive, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { dropChange, keepBoth, mergeToggle } from "./coalesce";
import type { ChangeKind } from "./kind";

type Schemas = components["schemas"];

/** Adds or withdraws the student's vote for a requested course. */
export interface VoteForCourse {
  kind: "wantCourse";
  on: boolean;
  code: string;
}

/** Request for a missing course. The client creates the id. */
export type CourseRequest = Schemas["NewCourseRequest"] & { id: string };

export interface CreateCourseRequest {
  kind: "requestCourse";
  request: CourseRequest;
}

const counted = ["course request", "course requests"] as const;

export const wantCourse: ChangeKind<VoteForCourse, Schemas["CourseRequestSummary"]> = {
  id: ({ code }) => code,
  merge: mergeToggle,
  send({ on, code }, { signal }) {
    const fact = { params: { path: { code } }, ...keepalive, signal };
    return unwrap(
      on ? api.PUT("/api/requested-courses/{code}/vote", fact) : api.DELETE("/api/requested-courses/{code}/vote", fact),
    );
  },
  describe: ({ on, code }) => `${on ? "ask for" : "withdraw the request for"} ${displayCode(code)}`,
  countNouns: counted,
  path: () => paths.upload(),
};

export const requestCourse: ChangeKind<CreateCourseRequest> = {
  id: ({ request }) => request.id,
  merge: (_change, open) => (open.length > 0 ? dropChange : keepBoth),
  async send({ request }, { signal }) {
    await unwrap(api.POST("/api/requests", { body: request, signal }));
    return undefined;
  },
  describe: ({ request }) => `request ${request.courseCode}`,
  countNouns: counted,
  path: () => paths.upload(),
};
