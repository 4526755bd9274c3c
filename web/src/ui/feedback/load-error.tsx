import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../controls/button";
import { Banner } from "./banner";
import { StateView } from "./state-view";

interface LoadErrorProps {
  /** `page` stands in the place of the content, `banner` above content that is still shown, `line` is a sentence. */
  as: "page" | "banner" | "line";
  /** What could not be loaded. */
  children: ReactNode;
  /** Of a `page`: why, or what happens next. */
  body?: ReactNode;
  /** Of a `page`; a cloud unless something else fits better. */
  icon?: ReactNode;
  className?: string;
  /** `status` where the failure must not interrupt a screen reader. */
  role?: "alert" | "status";
  /** Asks again. Without it there is no button. */
  onRetry?: (() => unknown) | undefined;
  /** Of a `banner` that lies above something: takes it away. */
  onClose?: (() => void) | undefined;
}

/** Something could not be loaded: says so, and offers to try again. */
export function LoadError({
  as,
  children,
  body,
  icon = <CloudOff />,
  className,
  role,
  onRetry,
  onClose,
}: LoadErrorProps) {
  const retry = onRetry && (
    <Button size={as === "page" ? "md" : "sm"} onClick={() => onRetry()}>
      Retry
    </Button>
  );
  if (as === "page") {
    return (
      <StateView icon={icon} title={children} body={body} action={retry} role={role ?? "alert"} className={className} />
    );
  }
  if (as === "banner") {
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
        {children}
      </Banner>
    );
  }
  return (
    <p className={className} role={role ?? "alert"}>
      {children} {retry}
    </p>
  );
}
