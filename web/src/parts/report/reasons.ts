import type { ReportReason } from "@/data/reports/reports";

export const reportReasons: readonly { value: ReportReason; label: string }[] = [
  { value: "wrong", label: "It contains mistakes" },
  { value: "misplaced", label: "It belongs to another course" },
  { value: "broken", label: "It can't be opened, read or played" },
  { value: "copyright", label: "It should not be shared (copyright)" },
  { value: "offensive", label: "It is offensive or unsafe" },
  { value: "other", label: "Something else" },
];

export function reasonLabel(reason: ReportReason): string {
  return reportReasons.find(({ value }) => value === reason)?.label ?? reason;
}
