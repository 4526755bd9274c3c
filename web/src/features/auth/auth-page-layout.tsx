import type { ReactNode } from "react";
import { usePageTitle } from "@/lib/browser/page-title";

import { Logo } from "@/ui/media/logo";

interface AuthPageLayoutProps {
  pageTitle: string;
  heading: string;
  sub: ReactNode;
  children: ReactNode;
  /** Line below the card with links to the other forms. */
  footer?: ReactNode;
}

/** Layout of an account page: logo, heading, card with a form, and a line below. */
export function AuthPageLayout({ pageTitle, heading, sub, children, footer }: AuthPageLayoutProps) {
  usePageTitle(pageTitle);
  return (
    <>
      <header className="grid justify-items-center text-center">
        <Logo size={44} />
        <h1 className="auth-heading">{heading}</h1>
        <p className="sub">{sub}</p>
      </header>
      <div className="card auth-card">{children}</div>
      {footer && <p className="text-center text-14 text-text-2">{footer}</p>}
    </>
  );
}

export function FormProblem({ text }: { text: ReactNode }) {
  if (!text) return null;
  return (
    <p className="form-problem" role="alert">
      {text}
    </p>
  );
}
