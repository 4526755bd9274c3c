import {
  AudioLines,
  BookOpen,
  Captions,
  CornerDownRight,
  FileText,
  ListMusic,
  NotebookText,
  TextSearch,
} from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useLibrarySearch, useSearch } from "@/core/search/queries";
import type { LibraryHit } from "@/core/wasm";
import { collectionTitle, contentHref } from "@/lib/urls/collections";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { hitDetail, hitHref, snippetLine } from "@/parts/full-text/page-hit";
import { RecordingHitDetail, recordingHitHref, usePlayRecordingHit } from "@/parts/full-text/recording-hit";
import { useMyFullTextSearch, useMyTranscriptSearch } from "@/parts/full-text/use-full-text-search";
import { useMemberNoteSearch } from "@/parts/member-note-search";
import { recordSearch } from "@/parts/recent-searches";
import type { Command, CommandGroup } from "./commands";
import { matchedRanges, nameMatches } from "./matching";
import { type NavTarget, navTargets, type Role } from "./nav-targets";
import { useActions } from "./use-actions";
import { useRecent } from "./use-recent";

/** Maximum number of courses, to leave room for other results. */
const COURSES_MAX = 6;

const INSIDE = "Inside notes";
const SPOKEN = "Inside audio notes";

interface CommandOptions {
  text: string;
  onText: (text: string) => void;
  uid: string | undefined;
  who: Role;
  onSignOut: () => void;
}

/** A group of search results. `isNear` marks approximate matches. */
type SearchResults = CommandGroup & { isNear: boolean };

/** Returns true if even the best result is only an approximate match. */
const isNear = ([best]: readonly { isAsTyped: boolean }[]) => best?.isAsTyped === false;

const nothing = { audio: [], albums: [], playlists: [], notes: [] } satisfies Record<string, LibraryHit[]>;

/** Filters the options by the query; returns all for an empty query. */
function fitting(text: string, choices: readonly Command[]): Command[] {
  if (text === "") return [...choices];
  return choices.flatMap((choice) => {
    const ranges = matchedRanges(text, choice.name, choice.keywords);
    return ranges ? [{ ...choice, ranges }] : [];
  });
}

/** Returns all groups of the palette and the state of the search. */
export function useCommandGroups({ text, onText, uid, who, onSignOut }: CommandOptions) {
  const navigate = useNavigate();
  const query = text.trim();
  const courses = useSearch(text);
  const others = useLibrarySearch(text);
  const ofCourses = useMemberNoteSearch(text, true);
  const inside = useMyFullTextSearch(text, true);
  const transcripts = useMyTranscriptSearch(text, true);
  const playHit = usePlayRecordingHit();
  const recent = useRecent(uid, onText);
  const actions = useActions(who, onSignOut);

  const toPlace = ({ name, to, keywords = "" }: NavTarget): Command => ({
    key: to,
    name,
    keywords,
    icon: <CornerDownRight />,
    run: () => navigate(to),
  });
  const runs = (to: string) => () => {
    if (uid !== undefined) recordSearch(uid, query);
    navigate(to);
  };
  const toThing = (icon: ReactNode, href: (hit: LibraryHit) => string) => (hit: LibraryHit) => ({
    key: hit.id,
    name: hit.title,
    ranges: hit.titleRanges,
    detail: [hit.subject && displayCode(hit.subject), hit.place && collectionTitle(hit.place)]
      .filter(Boolean)
      .join(" · "),
    icon,
    run: runs(href(hit)),
  });
  const hits = query === "" ? [] : (courses.data?.hits ?? []);
  const { audio, albums, playlists } = (query !== "" && others.data) || nothing;
  // Ignore previous results once the box is empty or the member has signed out.
  const { notes } = (ofCourses.isEnabled && ofCourses.data) || nothing;
  const pages: CommandGroup = {
    title: "Pages",
    commands: fitting(query, navTargets.filter((place) => place.roles.includes(who)).map(toPlace)),
  };
  const found: SearchResults[] = [
    {
      title: "Study guides",
      isNear: isNear(hits),
      commands: hits.slice(0, COURSES_MAX).map((hit) => ({
        key: hit.code,
        name: hit.title,
        ranges: hit.titleRanges,
        code: { text: displayCode(hit.code), ranges: hit.codeRanges },
        icon: <BookOpen />,
        // The course page is for members; visitors get the download page.
        run: runs(who === "visitor" ? paths.download(hit.code) : paths.notes(hit.code)),
      })),
    },
    {
      title: "Notes",
      isNear: isNear(notes),
      commands: notes.map((hit) => ({
        key: hit.id,
        name: hit.title,
        ranges: hit.titleRanges,
        code: { text: hit.subject, ranges: hit.subjectRanges },
        icon: <NotebookText />,
        run: runs(paths.noteIn(hit.place, hit.id)),
      })),
    },
    {
      title: INSIDE,
      // Full-text matches come after exact matches in names.
      isNear: true,
      commands: (inside.pages ?? []).map((page) => ({
        key: `${page.note} ${page.page}`,
        name: snippetLine(page).text,
        ranges: snippetLine(page).ranges,
        detail: hitDetail(page),
        icon: <TextSearch />,
        run: runs(hitHref(page)),
      })),
    },
    {
      title: SPOKEN,
      isNear: true,
      commands: (transcripts.pages ?? []).map((passage) => ({
        key: `${passage.note} ${passage.page} ${passage.snippet}`,
        name: snippetLine(passage).text,
        ranges: snippetLine(passage).ranges,
        detail: <RecordingHitDetail hit={passage} />,
        icon: <Captions />,
        run: () => {
          playHit(passage);
          runs(recordingHitHref(passage))();
        },
      })),
    },
    {
      title: "Audio notes",
      isNear: isNear(audio),
      commands: audio.map(toThing(<AudioLines />, ({ id, place }) => contentHref({ kind: "audio", id, place }))),
    },
    {
      title: "Albums",
      isNear: isNear(albums),
      commands: albums.map(toThing(<FileText />, ({ id }) => paths.download(id))),
    },
    // Playlist pages are for members only.
    {
      title: "Playlists",
      isNear: isNear(playlists),
      commands: who === "visitor" ? [] : playlists.map(toThing(<ListMusic />, ({ id }) => paths.playlist(id))),
    },
  ];
  const groups: CommandGroup[] = [
    ...(query === "" ? recent : []),
    ...found.filter((group) => !group.isNear),
    ...found.filter((group) => group.isNear),
    pages,
    { title: "Actions", commands: fitting(query, actions) },
  ];
  const enabled = [courses, others, ofCourses].filter((each) => each.isEnabled);
  // The exact name of a page takes precedence over search results.
  const isPage = query !== "" && pages.commands.some(({ name }) => nameMatches(query, name));
  const inOrder = isPage ? [pages, ...groups.filter((group) => group !== pages)] : groups;
  const shown = inOrder.filter(({ commands }) => commands.length > 0);
  const [first] = shown;
  return {
    groups: shown,
    // Full-text results are added later. They delay only the message that nothing was found.
    isPending:
      enabled.some((each) => each.isPending) || (first === undefined && (inside.isPending || transcripts.isPending)),
    /** True while results of the previous query are shown. Full-text results count only if they come first. */
    isStale:
      enabled.some((each) => each.isPlaceholderData) ||
      (inside.isStale && first?.title === INSIDE) ||
      (transcripts.isStale && first?.title === SPOKEN),
    isError: enabled.some((each) => each.isError) || inside.isError || transcripts.isError,
    error: enabled.find((each) => each.isError)?.error ?? inside.error ?? transcripts.error,
    retry: () => {
      if (inside.isError) inside.retry();
      if (transcripts.isError) transcripts.retry();
      for (const each of enabled) {
        if (each.isError) void each.refetch();
      }
    },
  };
}
