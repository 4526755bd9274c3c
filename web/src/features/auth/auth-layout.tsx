import { Outlet } from "react-router";
import { useOnline } from "@/lib/browser/online";
import { LegalLinks } from "@/parts/legal/legal-links";
import { Banner } from "@/ui/feedback/banner";
import { AuthBackground } from "./auth-background";

/** Layout of the account pages: a centred card over a decorative background. */
export function AuthLayout() {
  const isOnline = useOnline();
  return (
    <div className="auth">
      <AuthBackground />
      <main className="auth-main">
        {!isOnline && (
          <Banner kind="offline" className="mb-4">
            You're offline. Connect to the internet to sign in or sign up.
          </Banner>
        )}
        <Outlet />
        <LegalLinks />
      </main>
    </div>
  );
}
