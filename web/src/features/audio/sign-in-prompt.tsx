import { useRef } from "react";
import { paths } from "@/lib/urls/paths";
import type { ReturnState } from "@/lib/urls/return-path";
import { Button, LinkButton } from "@/ui/controls/button";
import { Dialog } from "@/ui/overlay/dialog";

/** Dialog that asks visitors to sign in before listening. Signing in returns to `from`. */
export function SignInPrompt({ from, onClose }: { from: string; onClose: () => void }) {
  const signIn = useRef<HTMLAnchorElement>(null);
  const state: ReturnState = { from };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Sign in to listen"
      description="Sign in to play audio notes and keep playlists. You'll come straight back to this one."
      initialFocus={signIn}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <LinkButton to={paths.register()} state={state}>
            Create an account
          </LinkButton>
          <LinkButton ref={signIn} variant="primary" to={paths.signIn()} state={state}>
            Sign in
          </LinkButton>
        </>
      }
    />
  );
}
