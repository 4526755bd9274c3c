import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cn } from "@/lib/text/cn";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  size?: "sm" | "md" | undefined;
  danger?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({ label, icon, size = "md", danger, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cn("icon-btn", size === "sm" && "sm", danger && "danger", className)}
    >
      {icon}
    </button>
  );
}
