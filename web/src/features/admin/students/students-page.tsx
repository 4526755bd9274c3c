import { useQuery } from "@tanstack/react-query";
import { Ban, LogOut, SearchX, ShieldCheck, Trash2, UserSearch, WifiOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { ApiProblem, problemDetail, problemText } from "@/api/problem";
import { EMAIL_MAX_CHARS } from "@/core/limits";
import { type ManagedStudent, managedStudentQuery, type StudentAction } from "@/data/admin/students";
import { useOnline } from "@/lib/browser/online";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { Button } from "@/ui/controls/button";
import { Badge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { ConsolePage, SearchInput } from "../console-page";
import { displayName, studentDetails } from "./labels";
import { StudentDialog } from "./student-dialog";

/**
 * Page to find one student and to change the account. The search is not in the URL, because it can be an e-mail
 * address.
 */
export function StudentsPage() {
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  const found = useQuery({ ...managedStudentQuery(text), enabled: text !== "" });

  function search(event: FormEvent) {
    event.preventDefault();
    const next = typed.trim();
    if (next === text && next !== "") void found.refetch();
    else setText(next);
  }

  function clear() {
    setTyped("");
    setText("");
  }

  return (
    <ConsolePage title="Students">
      <form className="console-tools" onSubmit={search}>
        <SearchInput
          label="Username or email address"
          placeholder="Username or email address"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX_CHARS}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" busy={found.isFetching} busyLabel="Searching...">
          Find student
        </Button>
      </form>
      <Found text={text} found={found} onDeleted={clear} />
    </ConsolePage>
  );
}

interface FoundProps {
  text: string;
  found: {
    data: ManagedStudent | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  onDeleted: () => void;
}

function Found({ text, found: { data, error, refetch }, onDeleted }: FoundProps) {
  const isOnline = useOnline();
  if (text === "") {
    return (
      <StatusPlaceholder
        icon={<UserSearch />}
        title="Find a student"
        body="Enter a username or a complete email address."
      />
    );
  }
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <StatusPlaceholder
        icon={<SearchX />}
        role="status"
        title="No student found"
        body="Check the spelling. Usernames and email addresses must be complete."
      />
    );
  }
  if (error instanceof ApiProblem && error.status === 422) {
    return (
      <StatusPlaceholder icon={<SearchX />} role="alert" title="Check what you entered" body={problemText(error)} />
    );
  }
  if (data) {
    return (
      <>
        {error && isOnline && (
          <LoadError variant="banner" error={error} className="mb-4" onRetry={refetch}>
            Could not refresh the student.
          </LoadError>
        )}
        <p className="sr-only" role="status">
          {displayName(data)} found
        </p>
        <StudentCard student={data} text={text} onDeleted={onDeleted} />
      </>
    );
  }
  if (!isOnline || error) {
    return (
      <LoadError
        variant="page"
        error={error}
        icon={isOnline ? undefined : <WifiOff />}
        body={isOnline && error ? problemDetail(error) : "It will appear when you're back online."}
        onRetry={isOnline ? refetch : undefined}
      >
        {isOnline ? "Could not load the student" : "You're offline"}
      </LoadError>
    );
  }
  return (
    <div role="status" aria-label="Searching...">
      <Skeleton className="h-72 w-full" />
    </div>
  );
}

interface StudentCardProps {
  student: ManagedStudent;
  text: string;
  onDeleted: () => void;
}

function StudentCard({ student, text, onDeleted }: StudentCardProps) {
  const [action, setAction] = useState<StudentAction>();
  const { username, email, blockedAt, isAdmin } = student;
  return (
    <article className="card console-student" aria-labelledby="console-student">
      <header>
        <h3 id="console-student">{displayName(student)}</h3>
        {isAdmin && <Badge kind="accent">Administrator</Badge>}
        {blockedAt !== undefined && <Badge kind="danger">Blocked since {formatDay(blockedAt)}</Badge>}
      </header>
      <p className="who">
        {username !== undefined && <Link to={paths.student(username)}>@{username}</Link>}
        <span>{email}</span>
      </p>
      <dl>
        {studentDetails(student).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {isAdmin ? (
        <p className="hint">Accounts of administrators cannot be changed here.</p>
      ) : (
        <div className="student-acts">
          <Button icon={<LogOut />} disabled={student.sessions === 0} onClick={() => setAction("endSessions")}>
            Log out everywhere
          </Button>
          {blockedAt === undefined ? (
            <Button icon={<Ban />} onClick={() => setAction("block")}>
              Block
            </Button>
          ) : (
            <Button icon={<ShieldCheck />} onClick={() => setAction("unblock")}>
              Unblock
            </Button>
          )}
          <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => setAction("delete")}>
            Delete account
          </Button>
        </div>
      )}
      {action && (
        <StudentDialog
          student={student}
          action={action}
          text={text}
          onClose={() => setAction(undefined)}
          onDeleted={onDeleted}
        />
      )}
    </article>
  );
}
