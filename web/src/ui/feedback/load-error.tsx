import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../controls/button";
import { Banner } from "./banner";
import { RequestIdCopy } from "./reference";
import { StatusPlaceholder } from "./status-placeholder";

interface LoadErrorProps {
  /** `page` replaces the content, `banner` appears above content that is still shown, and `line` is a sentence. */
  variant: "page" | "banner" | "line";
  /** The error, or `undefined` if no request failed. A server failure also shows its request id. */
  error: unknown;
  /** Description of the failure. */
  children: ReactNode;
  /** Only for `page`: the reason or the next step. */
  body?: ReactNode;
  /** Only for `page`. Default: a cloud. */
  icon?: ReactNode;
  className?: string;
  /** Use `status` if the failure must not interrupt a screen reader. */
  role?: "alert" | "status";
  /** Handler of the retry button, which is hidden without it. */
  onRetry?: (() => unknown) | undefined;
  /** Only for `banner`: handler of the close button. */
  onClose?: (() => void) | undefined;
}

/** Error message with a retry button, for content that could not be loaded. */
export function LoadError({
  variant,
  error,
  children,
  body,
  icon = <CloudOff />,
  className,
  role,
  onRetry,
  onClose,
}: LoadErrorProps) {
  const retry = onRetry && (
    <Button size={variant === "page" ? "md" : "sm"} onClick={() => onRetry()}>
      Retry
    </Button>
  );
  const reference = <RequestIdCopy error={error} />;
  if (variant === "page") {
    const action = (
      <>
        {reference}
        {retry}
      </>
    );
    return (
      <StatusPlaceholder
        icon={icon}
        title={children}
        body={body}
        action={action}
        role={role ?? "alert"}
        className={className}
      />
    );
  }
  if (variant === "banner") {
    const close = onClose && (
      <Button size="sm" variant="quiet" onClick={onClose}>
        Close
      </Button>
    );
    const action = close ? (
      <>
        {retry} {close}
      </>
    ) : (
      retry
    );
    return (
      <Banner kind="bad" className={className} action={action}>
        <span>{children}</span>
        {reference}
      </Banner>
    );
  }
  return (
    <p className={className} role={role ?? "alert"}>
      <span>{children}</span> {retry}
      {reference}
    </p>
  );
}
