import { type LoaderFunctionArgs, useLocation } from "react-router";
import { legalTextQuery } from "@/data/legal/legal";
import { queryClient } from "@/data/query/query-client";
import { LegalPage } from "@/features/legal/legal-page";
import { legalFromPath } from "@/parts/legal/legal-titles";

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(legalTextQuery(legalFromPath(new URL(request.url).pathname)));
  return null;
}

/** All legal pages share a route. */
export function Component() {
  const name = legalFromPath(useLocation().pathname);
  return <LegalPage key={name} name={name} />;
}
