import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import Markdown, { type Components } from "react-markdown";
import { Link, useLocation } from "react-router";
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

interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  data?: { hProperties?: { id: string } };
}

const textOf = ({ value = "", children = [] }: MarkdownNode): string => value + children.map(textOf).join("");

/** Gives each heading an id made of its words, so that links can lead to it: "Your rights" becomes `your-rights`. */
function withHeadingIds() {
  return (tree: { children: MarkdownNode[] }) => {
    const used = new Set<string>();
    for (const node of tree.children) {
      if (node.type !== "heading") continue;
      const words = textOf(node)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? ["section"];
      const name = words.join("-");
      let id = name;
      for (let count = 2; used.has(id); count += 1) id = `${name}-${count}`;
      used.add(id);
      node.data = { ...node.data, hProperties: { id } };
    }
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

/** Returns the id in a hash, or the hash itself if it is not well-formed. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** Page with a text of the operator. HTML in the text is left out, and so are images, which other hosts would serve. */
export function LegalPage({ name }: { name: LegalName }) {
  const title = legalTitles[name];
  const text = useQuery(legalTextQuery(name));
  usePageTitle(title);
  // For visitors, the layout already has the links to the legal pages.
  const { status } = useSession();
  const version = text.data?.version;
  const { hash } = useLocation();
  const isLoaded = text.data !== undefined;
  useEffect(() => {
    // The browser looked for the heading before the text was loaded.
    if (isLoaded && hash) document.getElementById(decodeHash(hash))?.scrollIntoView();
  }, [isLoaded, hash]);
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
            remarkPlugins={[remarkGfm, withoutTitle, withHeadingIds]}
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
