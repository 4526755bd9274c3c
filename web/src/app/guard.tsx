import { Navigate, Outlet, useLocation } from "react-router";
import { paths } from "@/lib/urls/paths";
import type { ReturnState } from "@/lib/urls/return-path";
import { useSession } from "@/session/session";
import { Loading } from "@/ui/feedback/loading";

/** Redirects visitors to the sign-in page, which returns them to the requested page. */
export function Guard() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === "unknown") return <Loading />;
  if (session.status === "signed-in") return <Outlet />;
  // After an explicit sign-out, the next user starts at the dashboard.
  const state: ReturnState = session.reason === "logout" ? {} : { from: pathname + search + hash };
  return <Navigate to={paths.signIn()} replace state={state} />;
}
