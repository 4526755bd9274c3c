import { Outlet } from "react-router";
import { useOnline } from "@/lib/browser/online";
import { Banner } from "@/ui/feedback/banner";
import { Scene } from "./scene";

/** The pages around the account: a card in the middle, sheets of paper in flight behind it. */
export function AuthLayout() {
  const isOnline = useOnline();
  return (
    <div className="auth">
      <Scene />
      <main className="auth-main">
        {!isOnline && (
          <Banner kind="offline" className="mb-4">
            You are offline. An account needs a network.
          </Banner>
        )}
        <Outlet />
      </main>
    </div>
  );
}
