import type { ReactNode } from "react";
import { usePageTitle } from "@/lib/browser/page-title";

import { Logo } from "@/ui/media/logo";

interface AuthCardProps {
  /** Of the browser's tab. */
  pageTitle: string;
  heading: string;
  sub: ReactNode;
  /** The form. */
  children: ReactNode;
  /** A line under the card: the way to the other forms. */
  below?: ReactNode;
}

/** Mark, heading, a card with a form, and a line below. */
export function AuthCard({ pageTitle, heading, sub, children, below }: AuthCardProps) {
  usePageTitle(pageTitle);
  return (
    <>
      <header className="grid justify-items-center text-center">
        <Logo size={44} />
        <h1 className="auth-heading">{heading}</h1>
        <p className="sub">{sub}</p>
      </header>
      <div className="card auth-card">{children}</div>
      {below && <p className="text-center text-14 text-text-2">{below}</p>}
    </>
  );
}

/** What went wrong with the whole form, in red. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="form-problem" role="alert">
      {text}
    </p>
  );
}
