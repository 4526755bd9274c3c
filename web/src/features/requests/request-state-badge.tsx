import { Check } from "lucide-react";
import type { RequestState } from "@/data/requests/requests";
import { Badge } from "@/ui/feedback/badge";

export const requestStates: readonly { value: RequestState; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "planned", label: "Planned" },
  { value: "added", label: "Added" },
  { value: "declined", label: "Declined" },
];

const looks = { open: "plain", planned: "warn", added: "accent", declined: "plain" } as const;

/** Returns the label of a state. Other texts are returned unchanged. */
export const requestStateLabel = (state: string): string =>
  requestStates.find(({ value }) => value === state)?.label ?? state;

export function RequestStateBadge({ state }: { state: RequestState }) {
  return (
    <Badge kind={looks[state]} icon={state === "added" && <Check aria-hidden="true" />}>
      {requestStateLabel(state)}
    </Badge>
  );
}

export function requestersText(requesters: number): string {
  return requesters === 1 ? "1 request" : `${requesters} requests`;
}
