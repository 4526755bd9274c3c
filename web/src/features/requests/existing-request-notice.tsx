import { UserPlus } from "lucide-react";
import { problemText } from "@/api/problem";
import { type CourseRequestSummary, useCourseRequest, useVoteForCourse } from "@/data/requests/requests";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { Button, LinkButton } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { RequestStateBadge } from "./request-state-badge";

/**
 * Notice about the typed course code: the course exists, or other students have requested it and the user can join
 * them. Renders nothing if there is no request or the lookup fails.
 */
export function ExistingRequestNotice({ code }: { code: string }) {
  const summary = useCourseRequest(code);
  if (!summary) return null;
  if (summary.available) {
    return (
      <Banner
        action={
          <LinkButton size="sm" to={paths.notes(code)}>
            Open
          </LinkButton>
        }
      >
        {displayCode(code)} is already here.
      </Banner>
    );
  }
  if (summary.requesters === 0) return null;
  return <VoteForCourse summary={summary} />;
}

function VoteForCourse({ summary }: { summary: CourseRequestSummary }) {
  const join = useVoteForCourse();
  const { courseCode: code, mine, state } = summary;

  async function joinThem() {
    try {
      await join.mutateAsync({ code, join: true });
      toast(`Your request for ${displayCode(code)} was counted.`);
    } catch (error) {
      toast(`Your request was not counted. ${problemText(error)}`, { kind: "error" });
    }
  }

  return (
    <Banner
      action={
        !mine && (
          <Button size="sm" icon={<UserPlus />} busy={join.isPending} busyLabel="Me too" onClick={joinThem}>
            Me too
          </Button>
        )
      }
    >
      <p>
        {mine ? mineText(summary) : othersText(summary)} {state !== "open" && <RequestStateBadge state={state} />}
      </p>
      {summary.answer && <p className="decision-answer">{summary.answer}</p>}
    </Banner>
  );
}

function mineText({ courseCode, requesters }: CourseRequestSummary): string {
  const course = displayCode(courseCode);
  if (requesters === 1) return `You asked for ${course}.`;
  return `You asked for ${course}, and so did ${requesters === 2 ? "1 other" : `${requesters - 1} others`}.`;
}

function othersText({ courseCode, requesters }: CourseRequestSummary): string {
  return `${requesters === 1 ? "1 student" : `${requesters} students`} asked for ${displayCode(courseCode)}.`;
}
