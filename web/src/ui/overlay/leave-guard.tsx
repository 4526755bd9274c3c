import { useEffect, useSyncExternalStore } from "react";
import { useBlocker } from "react-router";
import { isUnsaved, mayLose, openQuestion, wouldBeLostByReload } from "@/lib/browser/unsaved";
import { ConfirmDialog } from "./confirm-dialog";

/** Browsers show a question of their own before a page that would lose something goes. */
function useQuestionOfBrowser() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (wouldBeLostByReload()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}

/** The one place that asks before typed text is lost; forms say with `useUnsaved` that they hold some. */
export function LeaveGuard() {
  const question = useSyncExternalStore(openQuestion.watch, openQuestion.get);
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  useQuestionOfBrowser();
  useEffect(() => {
    if (state !== "blocked") return;
    void mayLose().then((mayLeave) => (mayLeave ? proceed() : reset()));
  }, [state, proceed, reset]);
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={(isOpen) => !isOpen && question?.answer(false)}
      title="Leave without saving?"
      body="What you have typed is not saved and would be lost."
      cancelLabel="Keep editing"
      confirmLabel="Discard it"
      onConfirm={() => question?.answer(true)}
      danger
    />
  );
}
