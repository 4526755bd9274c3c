import { useQuery } from "@tanstack/react-query";
import { problemDetail } from "@/api/problem";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { LegalLinks } from "@/parts/legal/legal-links";
import { UnavailableOffline, useIsUnavailableOffline } from "@/parts/offline/unavailable-offline";
import { useSession } from "@/session/session";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { accountQuery } from "./api";
import { DeleteSection } from "./delete-section";
import { EmailSection } from "./email-section";
import { ExportSection } from "./export-section";
import { OfflineItemsSection } from "./offline-items-section";
import { PasswordSection } from "./password-section";
import { SecondFactorSection } from "./second-factor-section";
import { SessionsSection } from "./sessions-section";
import "./account.css";

/** Settings page for sign-in, data export and account deletion. */
export function SecurityPage() {
  usePageTitle("Sign-in and data");
  const session = useSession();
  const isAdmin = session.me?.isAdmin === true;
  // Shared devices store no offline files.
  const keepsHere = session.status === "signed-in" && !session.isSharedComputer;
  const account = useQuery(accountQuery);
  const isNotHere = useIsUnavailableOffline(account);
  return (
    <>
      <PageHeader
        title="Sign-in and data"
        subtitle="Only you can see this page."
        back={<BackButton fallback={paths.profile()} />}
      />
      {account.data ? (
        <div className="account">
          <EmailSection account={account.data} />
          <PasswordSection email={account.data.email} />
          {isAdmin && <SecondFactorSection account={account.data} />}
          <SessionsSection />
          {keepsHere && <OfflineItemsSection />}
          <ExportSection />
          <DeleteSection isAdmin={isAdmin} />
          <LegalLinks />
        </div>
      ) : isNotHere || account.isError ? (
        <>
          {isNotHere ? (
            <UnavailableOffline what="account" />
          ) : (
            <LoadError
              variant="page"
              error={account.error}
              body={problemDetail(account.error)}
              onRetry={account.refetch}
            >
              Your account could not be loaded.
            </LoadError>
          )}
          {keepsHere && (
            <div className="account">
              <OfflineItemsSection />
            </div>
          )}
        </>
      ) : (
        <div className="account" role="status" aria-label="Loading...">
          <Skeleton className="account-waiting" />
          <Skeleton className="account-waiting" />
          <Skeleton className="account-waiting" />
        </div>
      )}
    </>
  );
}
