import { ALargeSmall } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { SelectField } from "@/ui/form/select-field";
import { Slider } from "@/ui/form/slider";
import { Popover } from "@/ui/overlay/popover";
import {
  changeTextSettings,
  DEFAULT_SETTINGS,
  LINE_LENGTH,
  LINE_SPACING,
  onTextSettingsChange,
  TEXT_SIZE,
  type TextFont,
  type TextTheme,
  textSettings,
} from "./text-settings";

const FONT_OPTIONS: readonly { value: TextFont; label: string }[] = [
  { value: "app", label: "App font" },
  { value: "serif", label: "Serif" },
  { value: "atkinson", label: "Atkinson Hyperlegible" },
];

const THEME_OPTIONS: readonly { value: TextTheme; label: string }[] = [
  { value: "app", label: "Same as app" },
  { value: "light", label: "Light" },
  { value: "sepia", label: "Sepia" },
  { value: "dark", label: "Dark" },
];

interface SettingProps {
  label: string;
  value: number;
  range: { min: number; max: number; step: number };
  words: (value: number) => string;
  onChange: (value: number) => void;
}

function Setting({ label, value, range, words, onChange }: SettingProps) {
  return (
    <div className="text-setting">
      <p>
        <span>{label}</span>
        <span className="tabular-nums">{words(value)}</span>
      </p>
      <Slider label={label} value={value} {...range} valueText={words} onChange={onChange} />
    </div>
  );
}

const rounded = (value: number) => Math.round(value * 10) / 10;

function SettingsPanel() {
  const settings = useSyncExternalStore(onTextSettingsChange, textSettings);
  return (
    <div className="text-settings">
      <Setting
        label="Text size"
        value={settings.sizePercent}
        range={TEXT_SIZE}
        words={(value) => `${value}%`}
        onChange={(sizePercent) => changeTextSettings({ sizePercent })}
      />
      <Setting
        label="Line spacing"
        value={settings.lineSpacing}
        range={LINE_SPACING}
        words={(value) => rounded(value).toFixed(1)}
        onChange={(value) => changeTextSettings({ lineSpacing: rounded(value) })}
      />
      <Setting
        label="Line length"
        value={settings.widthChars}
        range={LINE_LENGTH}
        words={(value) => `${value} characters`}
        onChange={(widthChars) => changeTextSettings({ widthChars })}
      />
      <SelectField
        label="Font"
        options={FONT_OPTIONS.map((option) => ({ ...option }))}
        value={settings.font}
        onChange={({ target }) => changeTextSettings({ font: target.value as TextFont })}
      />
      <SelectField
        label="Colours"
        options={THEME_OPTIONS.map((option) => ({ ...option }))}
        value={settings.theme}
        onChange={({ target }) => changeTextSettings({ theme: target.value as TextTheme })}
      />
      <Button size="sm" variant="quiet" onClick={() => changeTextSettings(DEFAULT_SETTINGS)}>
        Reset
      </Button>
    </div>
  );
}

/** Button with the settings of the text view. */
export function TextSettingsButton() {
  return (
    <Popover
      label="Text settings"
      align="end"
      trigger={<IconButton label="Text settings" icon={<ALargeSmall />} />}
      className="text-settings-popover"
    >
      <SettingsPanel />
    </Popover>
  );
}
