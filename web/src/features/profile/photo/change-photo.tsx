import { Camera } from "lucide-react";
import { useEffect, useState } from "react";
import type { Me } from "@/api/models";
import { BANNER_MS } from "@/core/limits";
import { Banner } from "@/ui/feedback/banner";
import { lazyDialog } from "@/ui/feedback/lazy";
import { Avatar } from "@/ui/media/avatar";

const loadDialog = () => import("./photo-dialog");
const PhotoDialog = lazyDialog(async () => (await loadDialog()).PhotoDialog);

/** Photo of the user with an edit button. Shows the result for a few seconds. */
export function ChangePhoto({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<string>();
  useEffect(() => {
    if (done === undefined) return undefined;
    const timer = setTimeout(() => setDone(undefined), BANNER_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const name = me.displayUsername ?? me.name;
  return (
    <>
      <button
        type="button"
        className="photo-button"
        aria-label="Change photo"
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Avatar src={me.profileImageUrl} name={name} size="xl" />
        <span className="badge-camera" aria-hidden="true">
          <Camera />
        </span>
      </button>
      {done !== undefined && (
        <Banner kind="ok" className="photo-done">
          {done}
        </Banner>
      )}
      {isOpen && (
        <PhotoDialog
          me={me}
          onClose={() => setOpen(false)}
          onDone={(text) => {
            setDone(text);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
