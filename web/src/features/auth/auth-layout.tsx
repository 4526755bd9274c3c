import { Outlet } from "react-router";
import { Scene } from "./scene";

/** The pages around the account: a card in the middle, sheets of paper in flight behind it. */
export function AuthLayout() {
  return (
    <div className="auth">
      <Scene />
      <main className="auth-main">
        <Outlet />
      </main>
    </div>
  );
}
