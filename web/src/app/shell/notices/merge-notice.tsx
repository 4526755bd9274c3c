import { useState } from "react";
import { Link } from "react-router";
import type { Me, UnreadMerge } from "@/api/models";
import { markMergeRead } from "@/data/me/me";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";

const names: Readonly<Record<UnreadMerge["moved"][number], string>> = {
  likes: "your like",
  follows: "the course you follow",
  personalCards: "your cards",
  exams: "your exam",
  savedNotes: "your saved notes",
};

/**
 * Banner that says which of the student's data moved with a merged course, until the student confirms it on one device.
 * Several merges are shown one after the other. If the confirmation cannot be sent, the next start shows it again.
 */
export function MergeNotice({ me }: { me: Me }) {
  const [read, setRead] = useState<readonly string[]>([]);
  const merge = me.unreadMerges?.find(({ courseCode }) => !read.includes(courseCode));
  if (!merge) return null;
  const { courseCode, into, moved } = merge;

  function confirm() {
    setRead([...read, courseCode]);
    markMergeRead(courseCode).catch((error: unknown) => {
      console.warn("A merge notice could not be marked as read.", error);
    });
  }

  const parts = new Intl.ListFormat("en").format(moved.map((part) => names[part]));
  return (
    <Banner
      className="mb-4"
      action={
        <Button size="sm" variant="quiet" onClick={confirm}>
          OK
        </Button>
      }
    >
      {displayCode(courseCode)} is now part of <Link to={paths.notes(into)}>{displayCode(into)}</Link>. We moved these
      for you: {parts}.
    </Banner>
  );
}
