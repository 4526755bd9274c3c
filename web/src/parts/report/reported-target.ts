import type { ReportTarget } from "@/data/reports/reports";

export interface ReportedTarget extends ReportTarget {
  title: string;
  /** Chapter id of a reported card. */
  chapter?: string | undefined;
}
