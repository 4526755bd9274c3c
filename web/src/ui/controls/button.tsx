import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import { cn } from "@/lib/text/cn";
import { Spinner } from "../feedback/spinner";

export type ButtonVariant = "primary" | "outlined" | "tonal" | "quiet" | "danger" | "danger-quiet";
export type ButtonSize = "sm" | "md" | "lg";

type Look = {
  /** One primary in a view; tonal adds to the person's own things. Default `outlined`. */
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the whole width of what holds it. */
  block?: boolean | undefined;
  icon?: ReactNode;
};

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Working: shows a spinner and `busyLabel`, and cannot be pressed. */
    busy?: boolean | undefined;
    busyLabel?: ReactNode;
    /** The action is a fact now ('Added to My Notes'): loses its fill and cannot be pressed. */
    done?: boolean | undefined;
    ref?: Ref<HTMLButtonElement>;
  };

function look({ variant = "outlined", size = "md", block }: Look, className?: string) {
  return cn("btn", variant, size !== "md" && size, block && "w-full", className);
}

/** A button. Without `type` it does not submit the form around it. */
export function Button({
  variant,
  size,
  block,
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
      className={cn(look({ variant, size, block }, className), done && "done")}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

type LinkButtonProps = Omit<LinkProps, "className"> & Look & { className?: string; ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button: it goes somewhere, a `Button` does something. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={look({ variant, size, block }, className)}>
      {icon}
      {children}
    </Link>
  );
}
