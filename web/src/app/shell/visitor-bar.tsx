import { Link, useLocation } from "react-router";
import type { OriginState } from "@/lib/origin";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/button";
import { Logo } from "@/ui/logo";

/** On a phone a visitor has neither sidebar nor bottom bar: the product's name and a link to sign in. */
export function VisitorBar() {
  const { pathname, search, hash } = useLocation();
  return (
    <header className="flex items-center justify-between px-3 pt-3 md:hidden">
      <Link className="brand" to={paths.dashboard()}>
        <Logo />
        Note Ninja
      </Link>
      <LinkButton size="sm" to={paths.signIn()} state={{ from: pathname + search + hash } satisfies OriginState}>
        Sign in
      </LinkButton>
    </header>
  );
}
