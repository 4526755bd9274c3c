import { Navigate, Outlet, useLocation } from "react-router";
import type { OriginState } from "@/lib/addresses/origin";
import { paths } from "@/lib/addresses/paths";
import { useSession } from "@/session/session";
import { Loading } from "@/ui/feedback/loading";

/** Lets members through. Visitors go to the sign-in page, which brings them back to where they wanted to be. */
export function Guard() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === "unknown") return <Loading />;
  if (session.status === "signed-in") return <Outlet />;
  // Who pressed Logout did not want to come here: the next person starts at the dashboard.
  const state: OriginState = session.reason === "logout" ? {} : { from: pathname + search + hash };
  return <Navigate to={paths.signIn()} replace state={state} />;
}
