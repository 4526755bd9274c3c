import type { ReactNode } from "react";
import { cn } from "@/lib/text/cn";

type StateViewProps = {
  icon: ReactNode;
  /** What is the case. */
  title: ReactNode;
  /** What to do next, or why. */
  body?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
  /** `alert` reads a failure out at once. */
  role?: "alert" | "status" | undefined;
  className?: string;
};

/** Empty, failed, offline, forbidden: stands in the place of the content. */
export function StateView({ icon, title, body, action, role, className }: StateViewProps) {
  return (
    <div className={cn("state", className)} role={role}>
      <div className="art" aria-hidden="true">
        {icon}
      </div>
      <h2>{title}</h2>
      {body && <p>{body}</p>}
      {action}
    </div>
  );
}
