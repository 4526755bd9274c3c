import { api, keepalive, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { paths } from "@/lib/addresses/paths";
import { displayCode } from "@/lib/addresses/subjects";
import { toggle, unneeded, withoutMerge } from "./coalesce";
import type { Kind } from "./kind";

type Schemas = components["schemas"];

/** Adds or withdraws the student's vote for a requested course. */
export interface JoinCourseRequest {
  kind: "wantCourse";
  on: boolean;
  code: string;
}

/** Request for a missing course. The client creates the id. */
export type CourseRequest = Schemas["NewCourseRequest"] & { id: string };

export interface RequestCourse {
  kind: "requestCourse";
  request: CourseRequest;
}

const counted = ["course request", "course requests"] as const;

export const wantCourse: Kind<JoinCourseRequest, Schemas["CourseRequestSummary"]> = {
  id: ({ code }) => code,
  merge: toggle,
  send({ on, code }, { signal }) {
    const fact = { params: { path: { code } }, ...keepalive, signal };
    return unwrap(
      on ? api.PUT("/api/requested-courses/{code}/vote", fact) : api.DELETE("/api/requested-courses/{code}/vote", fact),
    );
  },
  doing: ({ on, code }) => `${on ? "ask for" : "withdraw the request for"} ${displayCode(code)}`,
  counted,
  path: () => paths.upload(),
};

export const requestCourse: Kind<RequestCourse> = {
  id: ({ request }) => request.id,
  merge: (_change, open) => (open.length > 0 ? unneeded : withoutMerge),
  async send({ request }, { signal }) {
    await unwrap(api.POST("/api/requests", { body: request, signal }));
    return undefined;
  },
  doing: ({ request }) => `request ${request.courseCode}`,
  counted,
  path: () => paths.upload(),
};
