import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { listenForInvalidations } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { startManifestPolling } from "@/data/sync/manifest-polling";
import { prefetchUserData } from "@/data/sync/prefetch-user-data";
import { startOutbox } from "@/data/sync/start-outbox";

/** Providers of the screens inside the frame. The account pages do without them to load less code. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => listenForInvalidations(queryClient), []);
  useEffect(() => startManifestPolling(queryClient), []);
  useEffect(() => startOutbox(queryClient), []);
  useEffect(() => prefetchUserData(queryClient), []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
