import { useQuery } from "@tanstack/react-query";
import Markdown, { type Components } from "react-markdown";
import { Link } from "react-router";
import remarkGfm from "remark-gfm";
import { type LegalName, legalTextQuery } from "@/data/legal/legal";
import { usePageTitle } from "@/lib/browser/page-title";
import { formatDay } from "@/lib/text/format";
import { LegalLinks } from "@/parts/legal/legal-links";
import { legalTitles } from "@/parts/legal/legal-titles";
import { useSession } from "@/session/session";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import "./legal.css";

/** Removes the first heading of level 1, because the page has its own heading. */
function withoutTitle() {
  return (tree: { children: { type: string; depth?: number }[] }) => {
    const title = tree.children.findIndex(({ type, depth }) => type === "heading" && depth === 1);
    if (title >= 0) tree.children.splice(title, 1);
  };
}

const components: Components = {
  h1: "h2",
  a: ({ node: _, href = "", children, ...props }) =>
    /^\/(?!\/)/.test(href) ? (
      <Link to={href}>{children}</Link>
    ) : href.startsWith("#") ? (
      <a {...props} href={href}>
        {children}
      </a>
    ) : (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
    <section className="legal-table" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
};

/** Page with a text of the operator. HTML in the text is left out, and so are images, which other hosts would serve. */
export function LegalPage({ name }: { name: LegalName }) {
  const title = legalTitles[name];
  const text = useQuery(legalTextQuery(name));
  usePageTitle(title);
  // For visitors, the frame has the links.
  const { status } = useSession();
  const version = text.data?.version;
  return (
    <>
      <PageHeader
        back={<BackButton />}
        title={title}
        subtitle={text.data ? version && `Version of ${formatDay(`${version}T12:00`)}` : " "}
      />
      {text.data ? (
        <div className="legal">
          <Markdown
            components={components}
            remarkPlugins={[remarkGfm, withoutTitle]}
            disallowedElements={["img"]}
            skipHtml
          >
            {text.data.markdown}
          </Markdown>
        </div>
      ) : text.isError ? (
        <LoadError variant="page" error={text.error} onRetry={text.refetch}>
          This text could not be loaded
        </LoadError>
      ) : (
        <div role="status" aria-label="Loading...">
          <SkeletonText lines={8} />
        </div>
      )}
      {status === "signed-in" && <LegalLinks />}
    </>
  );
}
