import { Highlighted } from "@/ui/highlight";
import type { Choice, Group } from "./choices";

interface ChoiceListProps {
  id: string;
  groups: readonly Group[];
  /** Which of all choices, counted through the groups. */
  active: number;
  optionId: (index: number) => string;
  onChoose: (choice: Choice) => void;
}

/** The choices, each group under its heading. The box owns the keys. */
export function ChoiceList({ id, groups, active, optionId, onChoose }: ChoiceListProps) {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { choices }) => sum + choices.length, 0));
  return (
    <div id={id} className="palette-list" role="listbox" tabIndex={-1} aria-label="Results">
      {groups.map(({ title, choices }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox is divided by groups, not by field sets
        <div key={title} role="group" aria-label={title}>
          <div className="menu-head" aria-hidden="true">
            {title}
          </div>
          {choices.map((choice, place) => {
            const index = (starts[at] ?? 0) + place;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the box owns the keys (arrows and Enter)
              <div
                key={choice.key}
                id={optionId(index)}
                className="palette-choice"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // The focus stays in the box.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(choice)}
              >
                {choice.icon}
                {choice.code && (
                  <b>
                    <Highlighted {...choice.code} />
                  </b>
                )}
                <span className="truncate" title={choice.name}>
                  <Highlighted text={choice.name} ranges={choice.ranges ?? []} />
                </span>
                {choice.aside && <span className="hint">{choice.aside}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
