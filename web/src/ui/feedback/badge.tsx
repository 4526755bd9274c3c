import type { ReactNode } from "react";
import { cn } from "@/lib/text/cn";
import { displayCode, toneOf } from "@/lib/urls/subjects";

type BadgeProps = {
  kind?: "plain" | "accent" | "warn" | "danger";
  icon?: ReactNode;
  children: ReactNode;
};

/** Short label for the type or state of an item. */
export function Badge({ kind = "plain", icon, children }: BadgeProps) {
  return (
    <span className={cn("badge", kind !== "plain" && kind)}>
      {icon}
      {children}
    </span>
  );
}

/** Course code in the colour of its subject. Accepts "CS246" and "CS 246". */
export function CourseBadge({ code }: { code: string }) {
  return <span className={`badge tone-${toneOf(code)}`}>{displayCode(code)}</span>;
}

/** Square in the colour of a course's subject, shown before the course in lists. */
export function CourseDot({ code }: { code: string }) {
  return <span className={`course-dot tone-${toneOf(code)}`} aria-hidden="true" />;
}
