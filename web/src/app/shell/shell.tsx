import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { usePageIdle } from "@/lib/loading/use-page-idle";
import { useSession } from "@/session/session";
import { lazyComponent } from "@/ui/feedback/lazy";
import { UnsavedChangesPrompt } from "@/ui/overlay/unsaved-changes-prompt";
import { Providers } from "../providers";
import { BottomBar } from "./bottom-bar";
import { ConnectionBanner } from "./connection-banner";
import { GuestHeader } from "./guest-header";
import { LazyPalette } from "./lazy-palette";
import { LazyPlayer } from "./lazy-player";
import { MobileHeader } from "./mobile-header";
import { Sidebar } from "./sidebar";
import { useSignOut } from "./use-sign-out";

const MAIN_ID = "main";

/** Components in the chunk `deferred-shell`, which no page waits for. */
const OfflineFilesService = lazyComponent(
  async () => (await import("./deferred-shell")).deferredShell.OfflineFilesService,
  {
    failure: "silent",
  },
);
const ReadingPositionFlusher = lazyComponent(
  async () => (await import("./deferred-shell")).deferredShell.ReadingPositionFlusher,
  { failure: "silent" },
);
const LegalNotice = lazyComponent(async () => (await import("./deferred-shell")).deferredShell.LegalNotice, {
  failure: "silent",
});
const MergeNotice = lazyComponent(async () => (await import("./deferred-shell")).deferredShell.MergeNotice, {
  failure: "silent",
});
const MergedRemarks = lazyComponent(async () => (await import("./deferred-shell")).deferredShell.MergedRemarks, {
  failure: "silent",
});
const VisitorFooter = lazyComponent(async () => (await import("@/parts/legal/legal-links")).LegalLinks, {
  failure: "silent",
});
const NewVersion = lazyComponent(async () => (await import("./deferred-shell")).deferredShell.NewVersion, {
  failure: "silent",
});
const OtherAccountDataDialog = lazyComponent(
  async () => (await import("./deferred-shell")).deferredShell.OtherAccountDataDialog,
  { failure: "silent" },
);

/** Focuses the new page after a navigation, so that a screen reader starts there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** Frame of all pages except the account pages: sidebar, bottom bar, connection banner and the page. */
export function Component() {
  const { status, me } = useSession();
  const { signOut, confirmSignOut, dialog } = useSignOut();
  const main = useFocusOnNavigation();
  const [isSearching, setSearching] = useState(false);
  const isSettled = usePageIdle();

  return (
    <Providers>
      <div className="app">
        <a className="skip-link" href={`#${MAIN_ID}`}>
          Skip to content
        </a>
        {status === "signed-in" ? <MobileHeader onSearch={() => setSearching(true)} /> : <GuestHeader />}
        <Sidebar me={me} isAdmin={me?.isAdmin === true} onSearch={() => setSearching(true)} onSignOut={signOut} />
        <main id={MAIN_ID} ref={main} tabIndex={-1} className="main">
          <div className="wrap">
            <ConnectionBanner />
            {isSettled && <NewVersion />}
            {isSettled && status === "signed-in" && (
              <>
                <OfflineFilesService />
                <ReadingPositionFlusher uid={me.uid} />
                <MergeNotice me={me} />
                <LegalNotice me={me} />
                <MergedRemarks />
                <OtherAccountDataDialog key={me.uid} uid={me.uid} onSignOut={signOut} />
              </>
            )}
            <Outlet />
            {status === "signed-out" && <VisitorFooter />}
          </div>
        </main>
        <LazyPlayer />
        <LazyPalette isOpen={isSearching} onOpenChange={setSearching} onSignOut={signOut} />
        {status === "signed-in" && <BottomBar onSignOut={confirmSignOut} />}
        <UnsavedChangesPrompt />
        {dialog}
      </div>
    </Providers>
  );
}
