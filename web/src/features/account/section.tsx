import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** One thing that can be changed here. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section className="card panel account-section" aria-labelledby={id}>
      <h2 className="sec" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
