import { ConsoleLayout } from "@/features/admin/console-layout";
import { SecondFactorFirst } from "@/features/admin/second-factor-first";
import { useSession } from "@/session/session";
import { Component as NotFound } from "../not-found";

/** To everybody else the console is an address like any other that leads nowhere. */
export function Component() {
  const { isAdmin, me } = useSession();
  if (me?.needsSecondFactor) return <SecondFactorFirst title="Console" />;
  return isAdmin ? <ConsoleLayout /> : <NotFound />;
}
