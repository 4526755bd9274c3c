import { useMutation } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { problemText } from "@/api/problem";
import { confirmNotice } from "@/data/copyright/copyright";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { PageHeader } from "@/ui/layout/page-header";
import "./copyright.css";

/**
 * Page of the mailed link. It confirms the notice only when the button is pressed, because programs that check mails
 * open links.
 */
export function ConfirmPage() {
  usePageTitle("Confirm your notice");
  const [params] = useSearchParams();
  const confirm = useMutation({
    networkMode: "always",
    mutationFn: () => confirmNotice(params.get("id") ?? "", params.get("code") ?? ""),
  });
  return (
    <>
      <PageHeader title="Confirm your notice" />
      <div className="card panel notice-form">
        {confirm.isSuccess ? (
          <Banner kind="ok">
            Thank you. Administrators now read your notice. They write to you if they need more information.
          </Banner>
        ) : (
          <>
            <p>Press the button to send your notice of copyright to the administrators of Note Ninja.</p>
            {confirm.isError && <Banner kind="bad">{problemText(confirm.error)}</Banner>}
            <div className="actions">
              <Link className="btn quiet" to={paths.copyrightNotice()}>
                Send another notice
              </Link>
              <Button
                variant="primary"
                busy={confirm.isPending}
                busyLabel="Confirming..."
                onClick={() => confirm.mutate()}
              >
                Confirm notice
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}
