import type { ReactNode, Ref } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** Makes the title focusable. */
  titleRef?: Ref<HTMLHeadingElement>;
  eyebrow?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  picture?: ReactNode;
  /** A `BackButton`. */
  back?: ReactNode;
};

/** Heading of a page with its title, subtitle and actions. */
export function PageHeader({ title, titleRef, eyebrow, subtitle, actions, picture, back }: PageHeaderProps) {
  return (
    <>
      {back}
      <header className="page-head">
        {picture}
        <div className="grow">
          {eyebrow && <p className="over">{eyebrow}</p>}
          <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
            {title}
          </h1>
          {subtitle && <p className="sub">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
    </>
  );
}
