import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus, WifiOff } from "lucide-react";
import { useState } from "react";
import { problemDetail, problemText } from "@/api/problem";
import { type AccessKey, accessKeysQuery, useRevokeAccessKey } from "@/data/admin/access-keys";
import { useOnline } from "@/lib/browser/online";
import { formatDateTime, formatDay } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { Badge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { ConsolePage } from "../console-page";
import { NewKeyDialog } from "./new-key-dialog";

/** Verb for the programs that use a key of this scope. */
const uses = { upload: "Uploads", export: "Exports", import: "Imports" } satisfies Record<AccessKey["scope"], string>;

/** Page with the access keys of the command line: creates, lists and revokes them. */
export function KeysPage() {
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<AccessKey>();
  return (
    <ConsolePage title="Keys">
      <div className="console-tools">
        <Button icon={<Plus />} onClick={() => setCreating(true)}>
          New key
        </Button>
        <p className="hint">
          With a key, the program note-ninja uploads a folder of notes, or moves a course to another site.
        </p>
      </div>
      <KeyList onRevoke={setRevoked} />
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {revoked && <RevokeDialog accessKey={revoked} onClose={() => setRevoked(undefined)} />}
    </ConsolePage>
  );
}

function KeyList({ onRevoke }: { onRevoke: (key: AccessKey) => void }) {
  const isOnline = useOnline();
  const { data, error, refetch } = useQuery(accessKeysQuery);
  if (!data) {
    if (isOnline && !error) return <Skeleton className="h-40 w-full" />;
    return (
      <LoadError
        variant="page"
        error={error}
        icon={isOnline ? undefined : <WifiOff />}
        body={isOnline && error ? problemDetail(error) : "They will appear when you're back online."}
        onRetry={isOnline ? refetch : undefined}
      >
        {isOnline ? "Could not load the keys" : "You're offline"}
      </LoadError>
    );
  }
  if (data.items.length === 0) {
    return (
      <StatusPlaceholder
        icon={<KeyRound />}
        title="No keys"
        body="Create one to upload, export or import notes with the program note-ninja."
      />
    );
  }
  return (
    <div className="card console-card">
      <table className="console-table" aria-label="Keys">
        <thead>
          <tr>
            <th>Name</th>
            <th className="day wide">Valid until</th>
            <th className="day wide">Last used</th>
            <th className="restore">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((key) => (
            <tr key={key.id}>
              <td>
                <span className="title truncate-1">{key.name}</span>
                <span className="under truncate-1">
                  {uses[key.scope]} for {key.owner}
                </span>
                <span className="under truncate-1" id={`key-${key.id}`}>
                  ID {key.id}
                </span>
                <span className="under narrow">
                  {!key.expired && "Valid until "}
                  <Validity accessKey={key} />
                </span>
              </td>
              <td className="day wide">
                <Validity accessKey={key} />
              </td>
              <td className="day wide">{key.usedAt === undefined ? "Never" : formatDateTime(key.usedAt)}</td>
              <td className="restore">
                <Button
                  size="sm"
                  aria-label={`Revoke ${key.name}`}
                  aria-describedby={`key-${key.id}`}
                  onClick={() => onRevoke(key)}
                >
                  Revoke
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Validity({ accessKey: { expired, validUntil } }: { accessKey: AccessKey }) {
  return expired ? <Badge kind="warn">Expired</Badge> : <span className="tabular-nums">{formatDay(validUntil)}</span>;
}

function RevokeDialog({ accessKey, onClose }: { accessKey: AccessKey; onClose: () => void }) {
  const revoke = useRevokeAccessKey();
  async function confirm() {
    try {
      await revoke.mutateAsync(accessKey.id);
    } catch (error) {
      toast(problemText(error), { kind: "error" });
      throw error;
    }
    toast(`The key “${accessKey.name}” was revoked.`);
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${accessKey.name}”?`}
      body="Programs with this key are refused at once. Files that they are sending may still arrive for 15 minutes. What they sent stays. This cannot be undone."
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      onConfirm={confirm}
      danger
    />
  );
}
