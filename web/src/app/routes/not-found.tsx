import { usePageTitle } from "@/lib/page-title";
import { Banner } from "@/ui/banner";
import { Component as Dashboard } from "./dashboard";

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
