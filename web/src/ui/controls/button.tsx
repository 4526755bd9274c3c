import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import { cn } from "@/lib/text/cn";
import { Spinner } from "../feedback/spinner";

export type ButtonVariant = "primary" | "outlined" | "tonal" | "quiet" | "danger" | "danger-quiet";
export type ButtonSize = "sm" | "md" | "lg";

type Look = {
  /** Use `primary` once per view, and `tonal` for actions that add to the user's own items. Default: `outlined`. */
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** True to use the full width of the container. */
  isFullWidth?: boolean | undefined;
  icon?: ReactNode;
};

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows a spinner and `busyLabel`, and disables the button. */
    busy?: boolean | undefined;
    busyLabel?: ReactNode;
    /** Shows that the action has been done ("Added to My Notes") and disables the button. */
    done?: boolean | undefined;
    ref?: Ref<HTMLButtonElement>;
  };

function look({ variant = "outlined", size = "md", isFullWidth }: Look, className?: string) {
  return cn("btn", variant, size !== "md" && size, isFullWidth && "w-full", className);
}

/** Button. By default, it does not submit a form. */
export function Button({
  variant,
  size,
  isFullWidth,
  icon,
  busy = false,
  busyLabel,
  done = false,
  disabled,
  className,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy || done}
      aria-busy={busy || undefined}
      className={cn(look({ variant, size, isFullWidth }, className), done && "done")}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

type LinkButtonProps = Omit<LinkProps, "className"> & Look & { className?: string; ref?: Ref<HTMLAnchorElement> };

/** Link with the look of a button. Use it for navigation and `Button` for actions. */
export function LinkButton({ variant, size, isFullWidth, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={look({ variant, size, isFullWidth }, className)}>
      {icon}
      {children}
    </Link>
  );
}
