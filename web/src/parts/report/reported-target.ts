import type { ReportTarget } from "@/api/reports";

/** What is reported. */
export interface ReportedTarget extends ReportTarget {
  title: string;
}
