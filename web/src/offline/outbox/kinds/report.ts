import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { lastWriteWins } from "./coalesce";
import type { ChangeKind } from "./kind";
import { quote } from "./shared";

type Schemas = components["schemas"];

/** `title` is the title of the reported item. */
export interface Report {
  kind: "report";
  report: Schemas["CreateReport"];
  title: string;
}

export const report: ChangeKind<Report, Schemas["ReportCreated"]> = {
  id: ({ report }) => `${report.kind} ${report.id}`,
  merge: lastWriteWins,
  send: ({ report }, { signal }) => unwrap(api.POST("/api/reports", { body: report, signal })),
  describe: ({ title }) => `report ${quote(title)}`,
  countNouns: ["report", "reports"],
  path: ({ report }) => (report.kind === "note" ? paths.note(report.id) : undefined),
};
