import { usePageTitle } from "@/lib/browser/page-title";
import { Banner } from "@/ui/feedback/banner";
import { lazyComponent } from "@/ui/feedback/lazy";

/** Loaded on demand, so that pages which can show this one do not load the dashboard. */
const Dashboard = lazyComponent(async () => (await import("./dashboard")).Component);

/** Not-found page: the dashboard with a message. */
export function Component() {
  usePageTitle("Page not found");
  return (
    <>
      <Banner className="mb-6">Page not found. Here is your dashboard instead.</Banner>
      <Dashboard />
    </>
  );
}
