import { usePageTitle } from "@/lib/browser/page-title";
import { Banner } from "@/ui/feedback/banner";
import { part } from "@/ui/feedback/part";

/** Fetched when it is wanted: pages that show this for a few of their addresses need not bring the dashboard along. */
const Dashboard = part(async () => (await import("./dashboard")).Component);

/** The dashboard, with a word about the address that led nowhere. */
export function Component() {
  usePageTitle("Page not found");
  return (
    <>
      <Banner className="mb-6">Page not found. Here is your dashboard instead.</Banner>
      <Dashboard />
    </>
  );
}
