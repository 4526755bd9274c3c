import { useEffect, useRef } from "react";
import { NavLink, Outlet, useLocation } from "react-router";
import { paths } from "@/lib/paths";
import { PageHeader } from "@/ui/page-header";
import "./console.css";

const tabs = [
  { title: "Content", href: paths.admin() },
  { title: "Requests", href: paths.adminRequests() },
  { title: "Reports", href: paths.adminReports() },
  { title: "Trash", href: paths.adminTrash() },
  { title: "Activity", href: paths.adminActivity() },
] as const;

/** The administrators' console: one heading, one row of tabs, and the page that the address names. */
export function ConsoleLayout() {
  return (
    <>
      <PageHeader title="Console" />
      <ConsoleTabs />
      <Outlet />
    </>
  );
}

function ConsoleTabs() {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab follows from the address.
  useEffect(() => {
    // On a phone the last tabs are beyond the edge.
    row.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav ref={row} className="console-tabs tabs" aria-label="Console">
      {tabs.map(({ title, href }) => (
        <NavLink key={href} className="tab" to={href} end>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
