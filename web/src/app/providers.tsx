import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { askStart } from "@/api/ask-start";
import { followOthers } from "@/api/follow";
import { listenForWrites } from "@/api/other-tabs";
import { startOutbox } from "@/api/outbox/start";
import { queryClient } from "@/api/query-client";

/** What the screens behind the frame stand on. The account pages do without, and without its weight. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => listenForWrites(queryClient), []);
  useEffect(() => followOthers(queryClient), []);
  useEffect(() => startOutbox(queryClient), []);
  useEffect(() => askStart(queryClient), []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
