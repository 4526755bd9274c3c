import type { ReportTarget } from "@/data/reports/reports";

/** What is reported. */
export interface ReportedTarget extends ReportTarget {
  title: string;
  /** Of a study card: the id of its chapter. */
  chapter?: string | undefined;
}
