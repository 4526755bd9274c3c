import { Link, useLocation } from "react-router";
import { paths } from "@/lib/urls/paths";
import type { ReturnState } from "@/lib/urls/return-path";
import { LinkButton } from "@/ui/controls/button";
import { Logo } from "@/ui/media/logo";

/** Header for visitors on phones, with the product name and a link to sign in. */
export function GuestHeader() {
  const { pathname, search, hash } = useLocation();
  return (
    <header className="flex items-center justify-between px-3 pt-3 md:hidden">
      <Link className="brand" to={paths.dashboard()}>
        <Logo />
        Note Ninja
      </Link>
      <LinkButton size="sm" to={paths.signIn()} state={{ from: pathname + search + hash } satisfies ReturnState}>
        Sign in
      </LinkButton>
    </header>
  );
}
