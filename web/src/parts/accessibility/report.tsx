import { Badge } from "@/ui/feedback/badge";
import { type AccessibilityReport, checkNames, checks, type Finding, findingText } from "./findings";
import "./report.css";

/** Findings of an accessibility report, each with what to do about it. */
export function AccessibilityFindings({ report }: { report: AccessibilityReport }) {
  const { findings } = report;
  const passed = checkNames.filter((name) => findings.every(({ check }) => check !== name));
  const sorted = [...findings].sort((one, other) => Number(isUndecided(one)) - Number(isUndecided(other)));
  return (
    <div className="accessibility-report">
      {sorted.length > 0 && (
        <ul aria-label="Accessibility findings">
          {sorted.map((finding) => (
            <FindingItem key={finding.check} finding={finding} />
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <p className="hint">
          Passed: {new Intl.ListFormat("en").format(passed.map((name) => checks[name].title.toLowerCase()))}.
        </p>
      )}
    </div>
  );
}

const isUndecided = ({ outcome }: Finding) => outcome === "undecided";

function FindingItem({ finding }: { finding: Finding }) {
  const { title, fixes } = checks[finding.check];
  return (
    <li>
      <p>
        <b>{title}</b> {isUndecided(finding) ? <Badge>Please check</Badge> : <Badge kind="danger">Problem</Badge>}
      </p>
      <p>{findingText(finding)}</p>
      <details>
        <summary>How to fix it</summary>
        <dl>
          <dt>Word</dt>
          <dd>{fixes.word}</dd>
          <dt>LaTeX</dt>
          <dd>{fixes.latex}</dd>
          <dt>LibreOffice</dt>
          <dd>{fixes.libreOffice}</dd>
        </dl>
      </details>
    </li>
  );
}
