import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  id?: string;
  children: ReactNode;
}

export function SettingsSection({ title, id: anchor, children }: SectionProps) {
  const id = useId();
  return (
    <section className="card panel account-section" id={anchor} aria-labelledby={id}>
      <h2 className="section" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
