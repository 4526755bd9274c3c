import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useDurations } from "@/core/durations";
import { Button } from "@/ui/controls/button";
import { Slider } from "@/ui/form/slider";
import { SortableList } from "@/ui/form/sortable-list";
import { Artwork } from "@/ui/media/artwork";
import { Menu } from "@/ui/overlay/menu";
import { Popover } from "@/ui/overlay/popover";

const LENGTH_SECS = 2838;

function Sliders() {
  const { clock, spoken } = useDurations();
  const [secs, setSecs] = useState(1082);
  const [volume, setVolume] = useState(72);
  return (
    <div className="card panel grid w-full gap-4 md:grid-cols-3">
      <Slider
        label="Seek"
        value={secs}
        max={LENGTH_SECS}
        keyStep={5}
        buffered={1500}
        valueText={(value) => `${spoken(value)} of ${spoken(LENGTH_SECS)}`}
        bubble={clock}
        onCommit={setSecs}
      />
      <Slider
        label="Volume"
        className="tall"
        value={volume}
        max={100}
        keyStep={5}
        valueText={(value) => `${value} percent`}
        onChange={setVolume}
      />
      <Slider label="Not possible" value={0} max={0} valueText={() => "unknown"} disabled />
    </div>
  );
}

function Reorder() {
  const [rows, setRows] = useState(["Inheritance", "Congruences", "Taylor polynomials", "Buffers"]);
  function move(from: number, to: number) {
    const without = rows.toSpliced(from, 1);
    setRows(without.toSpliced(to, 0, ...rows.slice(from, from + 1)));
  }
  return (
    <SortableList
      className="card w-full"
      label="Rows to put in order"
      items={rows}
      keyOf={(row) => row}
      nameOf={(row) => row}
      onMove={move}
      row={(row, { handle }) => (
        <div className="flex items-center px-3 py-1">
          <span className="flex-1">{row}</span>
          {handle}
        </div>
      )}
    />
  );
}

/** Gallery of the player's UI components: sliders, sortable lists, popovers and artwork. */
export function PlayerGallery() {
  const [theme, setTheme] = useState("calm");
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Sliders />
      <Reorder />
      <Popover label="Settings" trigger={<Button icon={<SlidersHorizontal />}>Popover</Button>}>
        <p>A few controls that open from a button.</p>
      </Popover>
      <Menu
        trigger={<Button>Menu with choices</Button>}
        items={[
          { label: "Switch", checked: isOn, onSelect: () => setOn(!isOn) },
          {
            label: "Choice",
            items: [
              {
                name: "Choice",
                value: theme,
                options: [
                  { value: "calm", label: "Calm" },
                  { value: "loud", label: "Loud" },
                ],
                onChoose: setTheme,
              },
            ],
          },
        ]}
      />
      <Artwork subject="MATH135" className="size-16 rounded-sm" />
      <Artwork subject="CS246" url="/no-such-picture.jpg" className="size-16 rounded-sm" />
    </>
  );
}
