import { useQuery } from "@tanstack/react-query";
import { BookOpen, History, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { courseRecordsQuery } from "@/core/search/queries";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { readRecentCourses } from "@/parts/recent-courses";
import { clearSearches, recentSearches } from "@/parts/recent-searches";
import type { Command, CommandGroup } from "./commands";

/** Returns the recent searches and courses that are stored on this device. */
export function useRecent(uid: string | undefined, onText: (text: string) => void): CommandGroup[] {
  const navigate = useNavigate();
  const [searches, setSearches] = useState(() => (uid === undefined ? [] : recentSearches(uid)));
  const [codes] = useState(() => (uid === undefined ? [] : readRecentCourses(uid)));
  const known = useQuery({ ...courseRecordsQuery(codes), enabled: codes.length > 0 });
  const forget: Command = {
    key: "forget",
    name: "Clear recent searches",
    icon: <Trash2 />,
    keepsPaletteOpen: true,
    run: () => {
      if (uid !== undefined) clearSearches(uid);
      setSearches([]);
    },
  };
  return [
    {
      title: "Recent searches",
      commands: [
        ...searches.map((text) => ({
          key: `search ${text}`,
          name: text,
          icon: <History />,
          keepsPaletteOpen: true,
          run: () => onText(text),
        })),
        ...(searches.length > 0 ? [forget] : []),
      ],
    },
    {
      title: "Recently opened",
      commands: (known.data?.courses ?? []).map((course) => ({
        key: course.code,
        name: course.title,
        code: { text: displayCode(course.code), ranges: [] },
        icon: <BookOpen />,
        run: () => navigate(paths.notes(course.code)),
      })),
    },
  ];
}
