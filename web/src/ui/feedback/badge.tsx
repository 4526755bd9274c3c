import type { ReactNode } from "react";
import { displayCode, toneOf } from "@/lib/addresses/subjects";
import { cn } from "@/lib/text/cn";

type BadgeProps = {
  kind?: "plain" | "accent" | "warn" | "danger";
  icon?: ReactNode;
  children: ReactNode;
};

/** A short word about a thing: its type or its state. */
export function Badge({ kind = "plain", icon, children }: BadgeProps) {
  return (
    <span className={cn("badge", kind !== "plain" && kind)}>
      {icon}
      {children}
    </span>
  );
}

/** A course code in the colour of its subject. Accepts 'CS246' and 'CS 246'. */
export function CourseBadge({ code }: { code: string }) {
  return <span className={`badge tone-${toneOf(code)}`}>{displayCode(code)}</span>;
}

/** The small square of a subject's colour that stands before a course in a list. */
export function CourseDot({ code }: { code: string }) {
  return <span className={`course-dot tone-${toneOf(code)}`} aria-hidden="true" />;
}
