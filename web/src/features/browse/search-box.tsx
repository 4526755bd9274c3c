import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";
import { SEARCH_MAX_ITEMS } from "@/core/limits";
import { useSearch } from "@/core/search/queries";
import { studentSearchQuery } from "@/data/people/students";
import { SHORTCUTS_KEY, userStorage } from "@/lib/browser/storage";
import { cn } from "@/lib/text/cn";
import { paths } from "@/lib/urls/paths";
import { usePlayRecordingHit } from "@/parts/full-text/recording-hit";
import { useMyFullTextSearch, useMyTranscriptSearch } from "@/parts/full-text/use-full-text-search";
import { useMemberNoteSearch } from "@/parts/member-note-search";
import { recordSearch } from "@/parts/recent-searches";
import { useSession } from "@/session/session";
import { IconButton } from "@/ui/controls/icon-button";
import { Combobox, ComboboxInput } from "@/ui/form/combobox";
import { findEnterTarget } from "./enter-target";
import { CourseOptions, ProfileOptions } from "./search-options";
import { groupSuggestions, type Suggestion } from "./suggestions";
import { useDebounced } from "./use-debounced";
import { useDropdown } from "./use-dropdown";
import { toSearchString, useSearchParam } from "./use-search-param";

type Tab = "guides" | "profiles";

/** Debounce delay for profile requests, in milliseconds. */
const PROFILE_DELAY_MS = 200;

const label = "Search for courses, profiles...";

/** Search box with a list of courses and notes from the core and profiles from the server. */
export function SearchBox() {
  const { text, setText, settle } = useSearchParam();
  const navigate = useNavigate();
  const location = useLocation();
  const queries = useQueryClient();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useDropdown();
  const { me } = useSession();
  const [tab, setTab] = useState<Tab>("guides");
  const [active, setActive] = useState(-1);
  const [missed, setMissed] = useState("");
  const query = text.trim();
  const guides = useSearch(text);
  const notes = useMemberNoteSearch(text, list.isOpen);
  const inside = useMyFullTextSearch(text, list.isOpen);
  const transcripts = useMyTranscriptSearch(text, list.isOpen);
  const playHit = usePlayRecordingHit();
  const prefix = useDebounced(query, PROFILE_DELAY_MS);
  const profiles = useQuery({
    ...studentSearchQuery(prefix),
    enabled: tab === "profiles" && (studentSearchQuery(prefix).enabled ?? false),
  });

  const hits = query === "" ? [] : (guides.data?.hits ?? []);
  const groups = groupSuggestions(
    hits,
    query === "" || !notes.isEnabled ? [] : (notes.data?.notes ?? []),
    inside.pages,
    transcripts.pages,
  );
  const students = query === "" || !profiles.isEnabled ? [] : (profiles.data?.items ?? []);
  const isShown = list.isOpen && query !== "";

  useSlashKey(input, me?.uid);

  async function leaveFor(to: string, options?: NavigateOptions) {
    list.close();
    setActive(-1);
    await settle();
    navigate(to, options);
  }
  function openMatch({ href, passage }: Suggestion) {
    if (passage) playHit(passage);
    if (me) recordSearch(me.uid, query);
    void leaveFor(href);
  }
  function openProfile(index: number) {
    const student = students[index];
    if (!student) return;
    void leaveFor(paths.student(student.username), { state: { from: location.pathname + toSearchString(text) } });
  }

  async function enter() {
    list.close();
    if (query === "") return;
    if (tab === "profiles") {
      openProfile(0);
      return;
    }
    try {
      const to = await findEnterTarget(queries, query);
      if (to) await leaveFor(to);
      else setMissed("Course not found.");
    } catch {
      setMissed("The course list could not be loaded. Check your connection and try again.");
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // An active option has already handled the key.
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      list.open();
    } else if (event.key === "Enter") {
      event.preventDefault();
      void enter();
    } else if (event.key === "Escape") {
      if (isShown) list.close();
      else change("");
      setActive(-1);
    }
  }
  function change(next: string) {
    setText(next);
    setActive(-1);
    setMissed("");
    list.open();
  }
  function leave(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    list.closeSoon();
    void settle();
  }
  function choose(next: Tab) {
    setTab(next);
    setActive(-1);
  }

  return (
    <Combobox text={text} onText={change} isOpen={isShown} active={active} onActive={setActive} includesInput>
      <search className="search" onBlur={leave} onFocus={list.open}>
        <Search aria-hidden="true" />
        <ComboboxInput
          ref={input}
          className="input"
          label={label}
          placeholder={label}
          enterKeyHint="search"
          onKeyDown={onKeyDown}
        />
        <span className="end">
          {text === "" ? (
            <kbd className="kbd browse-slash">/</kbd>
          ) : (
            <IconButton
              size="sm"
              label="Clear"
              icon={<X />}
              onClick={() => {
                change("");
                input.current?.focus();
              }}
            />
          )}
        </span>
        {/* The list must not take the focus, or the box would close it. Write the query to the URL before a link in
            the list is followed: a later write would replace the link's target. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus; the text box handles keys */}
        <div
          className={cn("menu drop", !isShown && "hidden")}
          onMouseDown={(event) => {
            event.preventDefault();
            void settle();
          }}
        >
          <div className="tabs" role="tablist" aria-label="What to search">
            <TabButton selected={tab === "guides"} controls={listId} onSelect={() => choose("guides")}>
              Study Guides
              {guides.data && (
                <span className="count">{hits.length < SEARCH_MAX_ITEMS ? hits.length : `${SEARCH_MAX_ITEMS}+`}</span>
              )}
            </TabButton>
            <TabButton selected={tab === "profiles"} controls={listId} onSelect={() => choose("profiles")}>
              Profiles
              {tab === "profiles" && profiles.data && <span className="count">{students.length}</span>}
            </TabButton>
          </div>
          {tab === "guides" ? (
            <CourseOptions
              id={listId}
              search={guides}
              hasGuides={hits.length > 0}
              notes={notes.isEnabled ? notes : undefined}
              inside={inside.isError ? inside : transcripts}
              groups={groups}
              active={active}
              onOpen={openMatch}
            />
          ) : (
            <ProfileOptions
              id={listId}
              search={profiles}
              isTooShort={!(studentSearchQuery(query).enabled ?? false)}
              isWaiting={prefix !== query}
              students={students}
              onOpen={openProfile}
            />
          )}
        </div>
        <p className="field-error browse-missed" role="alert">
          {missed}
        </p>
      </search>
    </Combobox>
  );
}

function TabButton(props: { selected: boolean; controls: string; onSelect: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      role="tab"
      className="tab"
      aria-selected={props.selected}
      data-state={props.selected ? "active" : "inactive"}
      aria-controls={props.controls}
      onClick={props.onSelect}
    >
      {props.children}
    </button>
  );
}

/** Focuses the search box on `/`, unless the user is typing in a field or has disabled single-key shortcuts. */
function useSlashKey(input: React.RefObject<HTMLInputElement | null>, uid: string | undefined) {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      const target = event.target as HTMLElement | null;
      const isTyping = target?.closest("input, textarea, select, [contenteditable]") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (uid === undefined || userStorage(uid).get(SHORTCUTS_KEY) !== "false") {
        event.preventDefault();
        input.current?.focus();
      }
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input, uid]);
}
