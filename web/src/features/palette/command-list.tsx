import { ComboboxListbox, ComboboxOption } from "@/ui/form/combobox";
import { HighlightedText } from "@/ui/text/highlight";
import type { Command, CommandGroup } from "./commands";

interface CommandListProps {
  groups: readonly CommandGroup[];
  onChoose: (choice: Command) => void;
}

export function CommandList({ groups, onChoose }: CommandListProps) {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { commands }) => sum + commands.length, 0));
  return (
    <ComboboxListbox label="Results" className="palette-list">
      {groups.map(({ title, commands }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox is divided into groups, not into field sets
        <div key={title} role="group" aria-label={title}>
          <div className="menu-head" aria-hidden="true">
            {title}
          </div>
          {commands.map((choice, place) => (
            <ComboboxOption
              key={choice.key}
              index={(starts[at] ?? 0) + place}
              className="palette-choice"
              onChoose={() => onChoose(choice)}
            >
              {choice.icon}
              {choice.code && (
                <b>
                  <HighlightedText {...choice.code} />
                </b>
              )}
              <span className="truncate-2" title={choice.name}>
                <HighlightedText text={choice.name} ranges={choice.ranges ?? []} />
              </span>
              {choice.detail && <span className="hint">{choice.detail}</span>}
            </ComboboxOption>
          ))}
        </div>
      ))}
    </ComboboxListbox>
  );
}
