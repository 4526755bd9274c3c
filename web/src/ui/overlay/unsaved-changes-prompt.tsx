import { useEffect, useSyncExternalStore } from "react";
import { useBlocker } from "react-router";
import { blocksReload, confirmDiscard, hasUnsavedChanges, pendingDiscardPrompt } from "@/lib/browser/unsaved";
import { ConfirmDialog } from "./confirm-dialog";

/** Shows the browser's confirmation before the page is closed or reloaded with unsaved input. */
function useQuestionOfBrowser() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (blocksReload()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}

/** Confirmation before unsaved input is lost. Render it once; forms register their input with `useUnsavedChanges`. */
export function UnsavedChangesPrompt() {
  const question = useSyncExternalStore(pendingDiscardPrompt.watch, pendingDiscardPrompt.get);
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  );
  useQuestionOfBrowser();
  useEffect(() => {
    if (state !== "blocked") return;
    void confirmDiscard().then((mayLeave) => (mayLeave ? proceed() : reset()));
  }, [state, proceed, reset]);
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={(isOpen) => !isOpen && question?.answer(false)}
      title="Leave without saving?"
      body="What you typed is not saved and will be lost."
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      onConfirm={() => question?.answer(true)}
      danger
    />
  );
}
