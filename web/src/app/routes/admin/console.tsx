import { ConsoleLayout } from "@/features/admin/console-layout";
import { RequireSecondFactor } from "@/features/admin/require-second-factor";
import { useSession } from "@/session/session";
import { Component as NotFound } from "../not-found";

/** The console looks like an unknown path to everyone but administrators. */
export function Component() {
  const { isAdmin, me } = useSession();
  if (me?.needsSecondFactor) return <RequireSecondFactor title="Console" />;
  return isAdmin ? <ConsoleLayout /> : <NotFound />;
}
