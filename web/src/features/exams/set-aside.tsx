import { useState } from "react";
import { chooseExam } from "@/api/exams";
import type { Exam } from "@/api/models";
import { problemText } from "@/api/problem";
import { displayCode } from "@/lib/subjects";
import { whenText } from "@/parts/exams/words";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

/** Exams of courses that were merged into this one, from which the student chooses the one that counts. */
export function SetAsideExams({ exam }: { exam: Exam }) {
  const [isBusy, setBusy] = useState(false);
  const { setAside = [], calendarUntil, ...counts } = exam;
  if (setAside.length === 0) return null;

  async function choose(chosen: Exam) {
    setBusy(true);
    try {
      const wanted = { ...chosen, course: exam.course, ...(calendarUntil !== undefined && { calendarUntil }) };
      const shown = setAside.map(({ course }) => course);
      await chooseExam(wanted, shown);
    } catch (error) {
      toast(`Your choice was not saved. ${problemText(error)}`, { kind: "error" });
    }
    setBusy(false);
  }

  return (
    <Banner kind="warn" className="mb-4">
      {setAside.map((other) => (
        <p key={other.course}>
          {displayCode(other.course)} is now part of {displayCode(exam.course)}. Your exam there was on{" "}
          <strong>{whenText(other)}</strong>.
        </p>
      ))}
      <p>Which date counts?</p>
      <div className="acts">
        <Button size="sm" disabled={isBusy} onClick={() => void choose(counts)}>
          Keep {whenText(counts)}
        </Button>
        {setAside.map((other) => (
          <Button key={other.course} size="sm" disabled={isBusy} onClick={() => void choose(other)}>
            Use {whenText(other)}
          </Button>
        ))}
      </div>
    </Banner>
  );
}
