import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { usePageIdle } from "@/lib/loading/use-settled";
import { useSession } from "@/session/session";
import { part } from "@/ui/feedback/part";
import { LeaveGuard } from "@/ui/overlay/leave-guard";
import { Providers } from "../providers";
import { BottomBar } from "./bottom-bar";
import { ConnectionBanner } from "./connection-banner";
import { PaletteSlot } from "./palette-slot";
import { PhoneHead } from "./phone-head";
import { PlayerSlot } from "./player-slot";
import { Sidebar } from "./sidebar";
import { useLogOut } from "./use-log-out";
import { VisitorBar } from "./visitor-bar";

const MAIN_ID = "main";

/** The page waits for none of these. */
const KeptFiles = part(async () => (await import("./daily")).daily.KeptFiles, { failure: "silent" });
const LeftPlaces = part(async () => (await import("./daily")).daily.LeftPlaces, { failure: "silent" });
const MergeNotice = part(async () => (await import("./daily")).daily.MergeNotice, { failure: "silent" });
const MergedRemarks = part(async () => (await import("./daily")).daily.MergedRemarks, { failure: "silent" });
const NewVersion = part(async () => (await import("./daily")).daily.NewVersion, { failure: "silent" });
const OthersChanges = part(async () => (await import("./daily")).daily.OthersChanges, { failure: "silent" });

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
  const { logOut, askToLogOut, question } = useLogOut();
  const main = useFocusOnNavigation();
  const [isSearching, setSearching] = useState(false);
  const isSettled = usePageIdle();

  return (
    <Providers>
      <div className="app">
        <a className="skip-link" href={`#${MAIN_ID}`}>
          Skip to content
        </a>
        {status === "signed-in" ? <PhoneHead onSearch={() => setSearching(true)} /> : <VisitorBar />}
        <Sidebar me={me} isAdmin={me?.isAdmin === true} onSearch={() => setSearching(true)} onLogOut={logOut} />
        <main id={MAIN_ID} ref={main} tabIndex={-1} className="main">
          <div className="wrap">
            <ConnectionBanner />
            {isSettled && <NewVersion />}
            {isSettled && status === "signed-in" && (
              <>
                <KeptFiles />
                <LeftPlaces uid={me.uid} />
                <MergeNotice me={me} />
                <MergedRemarks />
                <OthersChanges key={me.uid} uid={me.uid} onLogOut={logOut} />
              </>
            )}
            <Outlet />
          </div>
        </main>
        <PlayerSlot />
        <PaletteSlot isOpen={isSearching} onOpenChange={setSearching} onLogOut={logOut} />
        {status === "signed-in" && <BottomBar onLogOut={askToLogOut} />}
        <LeaveGuard />
        {question}
      </div>
    </Providers>
  );
}
