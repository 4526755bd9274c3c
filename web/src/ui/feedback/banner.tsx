import { Check, CircleAlert, Info, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/text/cn";

type BannerKind = "info" | "ok" | "warn" | "offline" | "bad";

const looks = {
  info: { Icon: Info, name: "" },
  ok: { Icon: Check, name: "ok" },
  warn: { Icon: CircleAlert, name: "warn" },
  offline: { Icon: WifiOff, name: "warn" },
  bad: { Icon: CircleAlert, name: "bad" },
} as const;

type BannerProps = {
  kind?: BannerKind;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** Message about the whole page. Screen readers announce `bad` at once, other kinds politely. */
export function Banner({ kind = "info", children, action, className }: BannerProps) {
  const { Icon, name } = looks[kind];
  return (
    <div className={cn("banner", name, className)} role={kind === "bad" ? "alert" : "status"}>
      <Icon aria-hidden="true" />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
