import { useSession } from "@/api/session";
import { ConsoleLayout } from "@/features/admin/console-layout";
import { Component as NotFound } from "./not-found";

/** To everybody else the console is an address like any other that leads nowhere. */
export function Component() {
  const { isAdmin } = useSession();
  return isAdmin ? <ConsoleLayout /> : <NotFound />;
}
