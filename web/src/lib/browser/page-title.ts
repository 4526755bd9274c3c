import { useEffect } from "react";

/** Sets the document title while a page is shown, for example "Browse & Discover · Note Ninja". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Note Ninja`;
  }, [title]);
}
