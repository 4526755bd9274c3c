import type { ReactNode } from "react";
import { cn } from "@/lib/text/cn";

type StatusPlaceholderProps = {
  icon: ReactNode;
  title: ReactNode;
  body?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
  /** `alert` is announced at once. */
  role?: "alert" | "status" | undefined;
  className?: string;
};

/** Icon, title and one action in place of content that is empty, failed, offline or forbidden. */
export function StatusPlaceholder({ icon, title, body, action, role, className }: StatusPlaceholderProps) {
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
