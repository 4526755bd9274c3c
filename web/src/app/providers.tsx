import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { listenForWrites } from "@/api/other-tabs";
import { queryClient } from "@/api/query-client";

/** What the screens behind the frame stand on. The account pages do without, and without its weight. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => listenForWrites(queryClient), []);
  // A page is seen without it; what is changed meanwhile waits for it.
  useEffect(() => {
    void import("@/api/outbox/start").then(({ startOutbox }) => startOutbox(queryClient));
  }, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
