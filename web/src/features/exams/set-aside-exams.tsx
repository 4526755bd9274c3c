import { type RefObject, useEffect, useRef } from "react";
import type { Exam } from "@/api/models";
import { problemText } from "@/api/problem";
import { keepExam, setAsideExamKey } from "@/data/exams/exams";
import { displayCode } from "@/lib/urls/subjects";
import { examDateText, examTitle } from "@/parts/exams/exam-text";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";

interface SetAsideExamsProps {
  exam: Exam;
  /** Receives the focus after the student has chosen and the banner disappears. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Banner with the exams of courses that were merged into this one. The student chooses which exam counts. */
export function SetAsideExamsBanner({ exam, heading }: SetAsideExamsProps) {
  const { setAside = [], calendarUntil, ...counts } = exam;
  const isShown = setAside.length > 0;
  const hasChosen = useRef(false);
  useEffect(() => {
    if (isShown) return;
    if (hasChosen.current) heading.current?.focus();
    hasChosen.current = false;
  }, [isShown, heading]);
  if (!isShown) return null;

  async function choose(chosen: Exam) {
    hasChosen.current = true;
    try {
      const edit = { ...chosen, course: exam.course, ...(calendarUntil !== undefined && { calendarUntil }) };
      const shown = setAside.map(setAsideExamKey);
      await keepExam(edit, shown);
    } catch (error) {
      hasChosen.current = false;
      toast(`Your choice was not saved. ${problemText(error)}`, { kind: "error" });
    }
  }

  const all = [counts, ...setAside];
  const areTimesDifferent = new Set(all.map(examDateText)).size === all.length;
  const labelOf = (each: Exam) =>
    areTimesDifferent ? examDateText(each) : `${examTitle(each)} of ${displayCode(each.course)}, ${examDateText(each)}`;
  return (
    <Banner kind="warn" className="mb-4">
      {setAside.map((other) => (
        <p key={setAsideExamKey(other)}>
          {displayCode(other.course)} is now part of {displayCode(exam.course)}.{" "}
          {examDateText(other) === examDateText(exam) ? (
            <>
              Your exam there has the same date and{" "}
              {other.title ? (
                <>
                  the title <strong>{other.title}</strong>
                </>
              ) : (
                "no title"
              )}
              .
            </>
          ) : (
            <>
              Your exam there was on <strong>{examDateText(other)}</strong>.
            </>
          )}
        </p>
      ))}
      <p>{areTimesDifferent ? "Which date counts?" : "Which exam counts?"}</p>
      <div className="actions">
        <Button size="sm" onClick={() => void choose(counts)}>
          Keep {labelOf(counts)}
        </Button>
        {setAside.map((other) => (
          <Button key={setAsideExamKey(other)} size="sm" onClick={() => void choose(other)}>
            Use {labelOf(other)}
          </Button>
        ))}
      </div>
    </Banner>
  );
}
