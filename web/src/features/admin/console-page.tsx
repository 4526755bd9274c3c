import { ChevronDown, Search } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { usePageTitle } from "@/lib/browser/page-title";

/** Page of the console, with its title for the window and for screen readers. */
export function ConsolePage({ title, isBusy, children }: { title: string; isBusy?: boolean; children: ReactNode }) {
  usePageTitle(`${title} · Console`);
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={isBusy || undefined}>
      <h2 className="sr-only" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface SearchInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  label: string;
  onChange: (text: string) => void;
}

/** Text box that searches or filters a list. */
export function SearchInput({ label, onChange, ...input }: SearchInputProps) {
  return (
    <div className="console-search">
      <Search aria-hidden="true" />
      <input
        className="input"
        type="search"
        aria-label={label}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
    </div>
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  /** Values with their titles. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

/** Drop-down list that filters a list. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <div className="select">
      <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </div>
  );
}
