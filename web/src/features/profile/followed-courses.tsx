import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { courseRecordsQuery, useSearch } from "@/core/search/queries";
import { useChangeFollowedCourses, useFollowedCourses } from "@/data/me/me";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { IconButton } from "@/ui/controls/icon-button";
import { CourseDot } from "@/ui/feedback/badge";
import { toast } from "@/ui/feedback/toast";
import { Checkbox } from "@/ui/form/checkbox";
import { TextField } from "@/ui/form/text-field";

const SUGGESTIONS = 6;

export function FollowedCourses() {
  const { codes } = useFollowedCourses();
  const [text, setText] = useState("");
  const known = useQuery(courseRecordsQuery(codes));
  const found = useSearch(text);
  const change = useChangeFollowedCourses((error) =>
    toast("Your courses could not be changed. Please try again.", { kind: "error", error }),
  );
  const titles = new Map(known.data?.courses.map((course) => [course.code, course.title]));
  const hits = text.trim() === "" ? [] : (found.data?.hits.slice(0, SUGGESTIONS) ?? []);
  return (
    <section className="card panel" aria-labelledby="followed">
      <h2 className="section" id="followed">
        Your courses
      </h2>
      <p className="hint">Courses you follow are recommended to you.</p>
      <ul className="profile-courses">
        {codes.map((code) => (
          <li key={code}>
            <CourseDot code={code} />
            <Link className="min-w-0 grow" to={paths.notes(code)}>
              <b>{displayCode(code)}</b> <span className="hint">{titles.get(code)}</span>
            </Link>
            <IconButton
              size="sm"
              label={`Remove ${displayCode(code)}`}
              icon={<X />}
              onClick={() => change({ code, follow: false })}
            />
          </li>
        ))}
        {codes.length === 0 && <li className="hint">You aren't following any courses yet.</li>}
      </ul>
      <TextField
        label="Add courses"
        placeholder="Code or title"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {hits.length > 0 && (
        <ul className="profile-found" aria-label="Found courses">
          {hits.map((hit) => (
            <li key={hit.code}>
              <Checkbox
                label={`${displayCode(hit.code)} ${hit.title}`}
                checked={codes.includes(hit.code)}
                onChange={(event) => change({ code: hit.code, follow: event.target.checked })}
              />
            </li>
          ))}
        </ul>
      )}
      {text.trim() !== "" && found.data && hits.length === 0 && (
        <p className="hint" role="status">
          Course not found.
        </p>
      )}
    </section>
  );
}
