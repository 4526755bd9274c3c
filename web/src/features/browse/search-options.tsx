import type { ReactNode } from "react";
import { Link } from "react-router";
import type { StudentSummary } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { LoadError } from "@/ui/feedback/load-error";
import { ComboboxListbox, ComboboxOption } from "@/ui/form/combobox";
import { Avatar } from "@/ui/media/avatar";
import { HighlightedText } from "@/ui/text/highlight";
import type { Suggestion, SuggestionGroup } from "./suggestions";

/** The part of a query result that the lists need. */
interface QueryState {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface GuideOptionsProps {
  id: string;
  search: QueryState;
  hasGuides: boolean;
  /** State of the note search; `undefined` while it is disabled. */
  notes: QueryState | undefined;
  inside: { isError: boolean; error: unknown; retry: () => void };
  groups: readonly SuggestionGroup[];
  active: number;
  onOpen: (match: Suggestion) => void;
}

export function CourseOptions({ id, search, hasGuides, notes, inside, groups, active, onOpen }: GuideOptionsProps) {
  const note = search.isError ? (
    <NotLoaded error={search.error} onRetry={search.refetch}>
      The course list could not be loaded
    </NotLoaded>
  ) : search.isPending ? (
    <Note>Loading...</Note>
  ) : (
    <Note>
      No study guides match.{" "}
      <Link className="link" to={paths.upload()}>
        Request a course
      </Link>
    </Note>
  );
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { matches }) => sum + matches.length, 0));
  return (
    <OptionList
      id={id}
      label="Study Guides"
      note={
        <>
          {!hasGuides && note}
          {notes?.isError && (
            <NotLoaded error={notes.error} onRetry={notes.refetch}>
              Notes could not be searched
            </NotLoaded>
          )}
          {inside.isError && !notes?.isError && (
            <NotLoaded error={inside.error} onRetry={inside.retry}>
              The text inside notes and audio notes could not be searched
            </NotLoaded>
          )}
        </>
      }
      isEmpty={groups.length === 0}
    >
      {groups.map(({ name, matches }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox is divided into groups, not into field sets
        <div key={name} role="group" aria-label={name}>
          {/* A single list of courses needs no heading, because the tab names it. */}
          {(groups.length > 1 || name !== "Study Guides") && (
            <div className="menu-head" aria-hidden="true">
              {name}
            </div>
          )}
          {matches.map((match, place) => {
            const index = (starts[at] ?? 0) + place;
            return (
              <ComboboxOption key={match.key} index={index} className="option" onChoose={() => onOpen(match)}>
                <b>
                  <HighlightedText {...match.code} />
                </b>
                <span className="browse-match" title={match.title.text}>
                  <span className="truncate-2">
                    <HighlightedText {...match.title} />
                  </span>
                  {match.detail !== undefined && <span className="hint truncate">{match.detail}</span>}
                </span>
                {index === active ? <kbd className="kbd browse-enter">Enter</kbd> : <span />}
              </ComboboxOption>
            );
          })}
        </div>
      ))}
    </OptionList>
  );
}

interface ProfileOptionsProps {
  id: string;
  search: QueryState;
  isTooShort: boolean;
  isWaiting: boolean;
  students: readonly StudentSummary[];
  onOpen: (index: number) => void;
}

export function ProfileOptions({ id, search, isTooShort, isWaiting, students, onOpen }: ProfileOptionsProps) {
  const note = isTooShort ? (
    <Note>Type at least two letters of a username.</Note>
  ) : search.isError ? (
    <NotLoaded error={search.error} onRetry={search.refetch}>
      Profiles could not be loaded
    </NotLoaded>
  ) : (
    <Note>{search.isPending || isWaiting ? "Loading..." : "No users found."}</Note>
  );
  return (
    <OptionList
      id={id}
      label="Profiles"
      note={students.length === 0 ? note : undefined}
      isEmpty={students.length === 0}
    >
      {students.map((student, index) => (
        <ComboboxOption
          key={student.username}
          index={index}
          className="option browse-profile"
          onChoose={() => onOpen(index)}
        >
          <Avatar src={student.profileImageUrl} name={student.displayUsername} />
          <span className="truncate">{student.displayUsername}</span>
          <span className="link">View Profile</span>
        </ComboboxOption>
      ))}
    </OptionList>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="browse-note" role="status">
      {children}
    </p>
  );
}

function NotLoaded(props: { error: unknown; children: ReactNode; onRetry: () => unknown }) {
  return (
    <LoadError variant="line" error={props.error} role="status" className="browse-note" onRetry={props.onRetry}>
      {props.children}
    </LoadError>
  );
}

interface OptionListProps {
  id: string;
  label: string;
  note: ReactNode;
  isEmpty: boolean;
  children: ReactNode;
}

function OptionList({ id, label, note, isEmpty, children }: OptionListProps) {
  return (
    <>
      {note}
      <ComboboxListbox id={id} className="browse-list" label={label} hidden={isEmpty}>
        {children}
      </ComboboxListbox>
    </>
  );
}
