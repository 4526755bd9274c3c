import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { catalogueQuery } from "@/core/catalogue/catalogue";
import { createBuiltInCourses } from "@/data/courses/courses";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { ProblemMessage } from "@/parts/forms/problem";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { PageHeader } from "@/ui/layout/page-header";
import { RequireSecondFactor } from "./require-second-factor";

/** Page on which administrators create the eight built-in courses. */
export function BuiltInCoursesPage() {
  const { isAdmin, me } = useSession();
  usePageTitle("Setup Study Guides");
  if (me?.needsSecondFactor) return <RequireSecondFactor title="Setup Study Guides" />;
  if (!isAdmin) {
    return (
      <>
        <PageHeader title="Setup Study Guides" />
        <StatusPlaceholder
          icon={<ShieldAlert />}
          title="Administrators only"
          body="The study guides are written by the people who run Note Ninja."
          action={<LinkButton to={paths.browse()}>Browse & Discover</LinkButton>}
        />
      </>
    );
  }
  return <SetupGuides />;
}

function SetupGuides() {
  const queries = useQueryClient();
  const setUp = useMutation({
    mutationFn: createBuiltInCourses,
    onSuccess: () => queries.invalidateQueries({ queryKey: catalogueQuery.queryKey }),
  });
  return (
    <>
      <PageHeader
        title="Setup Study Guides"
        subtitle="Writes the eight built-in courses. Existing courses stay as they are, with their likes and notes."
      />
      <div className="grid max-w-[36rem] justify-items-start gap-4">
        <Button variant="primary" busy={setUp.isPending} busyLabel="Setting up..." onClick={() => setUp.mutate()}>
          Setup Study Guides
        </Button>
        {setUp.isError && (
          <Banner kind="bad">
            Error: <ProblemMessage error={setUp.error} />
          </Banner>
        )}
        {setUp.isSuccess && (
          <Banner kind="ok">
            Study guides set up successfully! {setUp.data.created.length} written, {setUp.data.unchanged.length} already
            existed.
          </Banner>
        )}
      </div>
    </>
  );
}
