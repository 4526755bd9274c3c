import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { listenForWrites } from "@/api/other-tabs";
import { queryClient } from "@/api/query-client";

/** A page is seen without what sends its changes; they wait for it, also when it cannot be fetched now. */
function beginSending(): void {
  import("./shell/daily")
    .then(({ daily }) => daily.startOutbox(queryClient))
    .catch(() => window.addEventListener("online", beginSending, { once: true }));
}

/** What the screens behind the frame stand on. The account pages do without, and without its weight. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => listenForWrites(queryClient), []);
  useEffect(beginSending, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
