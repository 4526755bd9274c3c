import type { ReactNode } from "react";
import { Link } from "react-router";
import type { StudentCard } from "@/api/models";
import type { Hit } from "@/core/engine";
import { paths } from "@/lib/paths";
import { displayCode } from "@/lib/subjects";
import { Avatar } from "@/ui/avatar";
import { ComboboxListbox, ComboboxOption } from "@/ui/combobox";
import { Highlighted } from "@/ui/highlight";
import { LoadError } from "@/ui/load-error";

/** The part of a query's result that the lists need. */
interface Asked {
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

interface Options {
  id: string;
  onOpen: (index: number) => void;
}

/** Courses that match, with the matching parts marked. */
export function GuideOptions({
  id,
  search,
  hits,
  active,
  onOpen,
}: Options & { search: Asked; hits: Hit[]; active: number }) {
  const note = search.isError ? (
    <NotLoaded onRetry={search.refetch}>The course list could not be loaded</NotLoaded>
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
  return (
    <OptionList id={id} label="Study Guides" note={hits.length === 0 ? note : undefined}>
      {hits.map((hit, index) => (
        <ComboboxOption key={hit.code} index={index} className="option" onChoose={() => onOpen(index)}>
          <b>
            <Highlighted text={displayCode(hit.code)} ranges={hit.codeRanges} />
          </b>
          <span className="truncate" title={hit.title}>
            <Highlighted text={hit.title} ranges={hit.titleRanges} />
          </span>
          {index === active ? <kbd className="kbd browse-enter">Enter</kbd> : <span />}
        </ComboboxOption>
      ))}
    </OptionList>
  );
}

/** Students whose username begins with the text. */
export function ProfileOptions({
  id,
  search,
  isTooShort,
  isWaiting,
  students,
  onOpen,
}: Options & { search: Asked; isTooShort: boolean; isWaiting: boolean; students: readonly StudentCard[] }) {
  const note = isTooShort ? (
    <Note>Type at least two letters of a username.</Note>
  ) : search.isError ? (
    <NotLoaded onRetry={search.refetch}>Profiles could not be loaded</NotLoaded>
  ) : (
    <Note>{search.isPending || isWaiting ? "Loading..." : "No users found."}</Note>
  );
  return (
    <OptionList id={id} label="Profiles" note={students.length === 0 ? note : undefined}>
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

/** Why there are no options. */
function Note({ children }: { children: ReactNode }) {
  return (
    <p className="browse-note" role="status">
      {children}
    </p>
  );
}

function NotLoaded({ children, onRetry }: { children: ReactNode; onRetry: () => unknown }) {
  return (
    <LoadError as="line" role="status" className="browse-note" onRetry={onRetry}>
      {children}
    </LoadError>
  );
}

function OptionList(props: { id: string; label: string; note: ReactNode; children: ReactNode }) {
  return (
    <>
      {props.note}
      <ComboboxListbox id={props.id} className="browse-list" label={props.label} hidden={Boolean(props.note)}>
        {props.children}
      </ComboboxListbox>
    </>
  );
}
