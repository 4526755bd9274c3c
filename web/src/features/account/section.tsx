import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";

export interface SectionProps {
  title: string;
  children: ReactNode;
  danger?: boolean;
}

/** One thing that can be changed here. */
export function Section({ title, children, danger = false }: SectionProps) {
  const id = useId();
  return (
    <section className={cn("card panel account-section", danger && "danger")} aria-labelledby={id}>
      <h2 className="sec" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
