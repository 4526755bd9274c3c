import {
  BookmarkPlus,
  Ellipsis,
  Gauge,
  Info,
  Keyboard,
  ListMusic,
  MoonStar,
  RotateCcw,
  RotateCw,
  X,
} from "lucide-react";
import { useNavigate } from "react-router";
import { JUMP_BACK_SECS, JUMP_FORWARD_SECS } from "@/core/limits";
import { paths } from "@/lib/urls/paths";
import { useOfflineItem } from "@/parts/offline/offline-button";
import { useReport } from "@/parts/report/report";
import { player, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import { Menu, type MenuItem } from "@/ui/overlay/menu";
import { usePlayerView } from "../player-view";
import { bookmarkNow } from "./bookmark";
import { useChapterItems } from "./chapters";
import { useSleepTimerOptions } from "./sleep";
import { rateText } from "./speed";

const RATES = ["0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.5", "3"];

function useSpeedItem(): MenuItem {
  const rate = usePlayerSelector((state) => state.rate);
  const canSetVolume = usePlayerSelector((state) => state.canSetVolume);
  const isEven = usePlayerSelector((state) => state.isLoudnessEven);
  const passes = usePlayerSelector((state) => state.passesSilences);
  const { areTimesAtRate, setTimesAtRate } = usePlayerView();
  return {
    label: `Speed: ${rateText(rate)}`,
    icon: <Gauge />,
    items: [
      {
        name: "Speed",
        value: String(rate),
        options: RATES.map((value) => ({ value, label: `${value}×` })),
        onChoose: (value) => player.setRate(Number(value)),
      },
      "separator",
      {
        label: "Show times at this speed",
        checked: areTimesAtRate,
        onSelect: () => setTimesAtRate(!areTimesAtRate),
      },
      ...(canSetVolume
        ? [{ label: "Even out loudness", checked: isEven, onSelect: () => player.setLoudnessEven(!isEven) }]
        : []),
      { label: "Skip silences", checked: passes, onSelect: () => player.setPassesSilences(!passes) },
    ],
  };
}

export function MoreMenu({
  shows,
}: {
  shows: { speed?: boolean; bookmark?: boolean; sleep?: boolean; jumps?: boolean; chapters?: boolean };
}) {
  const navigate = useNavigate();
  const source = usePlayerSelector((state) => state.source);
  const audio = usePlayerSelector((state) => state.currentAudio);
  const report = useReport(audio && { kind: "audio", id: audio.id, title: audio.title });
  const keep = useOfflineItem(audio && { kind: "audio", id: audio.id, title: audio.title });
  const { setHelpOpen, isSheetOpen, setSheetOpen } = usePlayerView();
  const sleep = useSleepTimerOptions();
  const speed = useSpeedItem();
  const chapters = useChapterItems();
  const href = source?.href;
  const items: MenuItem[] = [
    ...(shows.jumps
      ? []
      : [
          { label: `Back ${JUMP_BACK_SECS} seconds`, icon: <RotateCcw />, onSelect: () => player.jumpBack() },
          { label: `Forward ${JUMP_FORWARD_SECS} seconds`, icon: <RotateCw />, onSelect: () => player.jumpForward() },
          "separator" as const,
        ]),
    ...(shows.speed ? [] : [speed]),
    ...(shows.chapters ? [] : chapters),
    ...(shows.bookmark
      ? []
      : [{ label: "Bookmark this moment", icon: <BookmarkPlus />, onSelect: () => void bookmarkNow() }]),
    ...(shows.sleep ? [] : [{ label: `Sleep timer: ${sleep.text}`, icon: <MoonStar />, items: [sleep.choice] }]),
    ...(source && href
      ? [
          {
            label: `Go to ${source.title}`,
            icon: <ListMusic />,
            // Replace the history entry of the open sheet, so that Back does not open it again.
            onSelect: () => void navigate(href, { replace: isSheetOpen }),
          },
        ]
      : []),
    ...(audio
      ? [
          {
            label: "About this audio note",
            icon: <Info />,
            onSelect: () => void navigate(paths.recording(audio.id), { replace: isSheetOpen }),
          },
        ]
      : []),
    ...keep.items,
    ...report.items,
    { label: "Keyboard shortcuts", icon: <Keyboard />, onSelect: () => setHelpOpen(true) },
    "separator",
    {
      label: "Stop and close",
      icon: <X />,
      onSelect: () => {
        setSheetOpen(false);
        player.reset();
      },
    },
  ];
  return (
    <>
      <Menu side="top" trigger={<IconButton label="More" icon={<Ellipsis />} />} items={items} />
      {keep.dialog}
      {report.dialog}
    </>
  );
}
