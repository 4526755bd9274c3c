import type { ReactNode } from "react";
import { cn } from "@/lib/text/cn";

interface SectionHeadProps {
  /** Id of the heading, which labels the section. */
  id: string;
  title: string;
  /** True if the heading takes all the width that its neighbours leave. */
  fills?: boolean;
  /** Content beside the heading. */
  children?: ReactNode;
}

/** Heading of a section of a page. */
export function SectionHeading({ id, title, fills, children }: SectionHeadProps) {
  return (
    <div className="section-header">
      <h2 className={cn("section", fills && "grow")} id={id}>
        {title}
      </h2>
      {children}
    </div>
  );
}
