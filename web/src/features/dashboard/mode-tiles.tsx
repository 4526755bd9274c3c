import { ClipboardCheck, Coffee, Layers, Moon, Timer, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "@/lib/urls/paths";
import { SectionHeading } from "@/ui/layout/section-head";

const modes: readonly { title: string; about: string; to: string; icon: ReactNode }[] = [
  { title: "Cram Mode", about: "Everything", to: paths.cramMode(), icon: <Zap /> },
  { title: "Deep Dive", about: "Chapter Notes", to: paths.deepDive(), icon: <Layers /> },
  { title: "Exam Review", about: "Midterm/Final", to: paths.examReview(), icon: <ClipboardCheck /> },
  { title: "Quick Recap", about: "Summary", to: paths.quickRecap(), icon: <Timer /> },
  { title: "Night Owl", about: "R&B", to: paths.nightOwl(), icon: <Moon /> },
  { title: "Chill Review", about: "Rock", to: paths.chillReview(), icon: <Coffee /> },
];

export function StudyModeTiles() {
  return (
    <section aria-labelledby="study-modes">
      <SectionHeading id="study-modes" title="Study modes" />
      <ul className="modes">
        {modes.map(({ title, about, to, icon }) => (
          <li key={title}>
            <Link className="card mode" to={to}>
              <i className="glyph" aria-hidden="true">
                {icon}
              </i>
              <div>
                <b>{title}</b> <span>{about}</span>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
