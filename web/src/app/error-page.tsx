import { TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useRouteError } from "react-router";
import { Button } from "@/ui/button";
import { StateView } from "@/ui/state-view";

/** Shown in the place of a screen that failed, or whose code could not be fetched. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => console.error("A screen failed.", error), [error]);
  return (
    <StateView
      role="alert"
      className="min-h-[60dvh]"
      icon={<TriangleAlert />}
      title="This page could not be shown"
      body="What you had saved is safe. Loading the page again usually helps."
      action={<Button onClick={() => window.location.reload()}>Load again</Button>}
    />
  );
}
