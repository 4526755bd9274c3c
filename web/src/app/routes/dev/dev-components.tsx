import { Download, FileText, Lock, Search, ServerOff, Shuffle, Trash2, WifiOff, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePageTitle } from "@/lib/browser/page-title";
import { Button, type ButtonVariant, LinkButton } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { LikeButton } from "@/ui/controls/like-button";
import { ThemeToggle } from "@/ui/controls/theme-toggle";
import { Badge, CourseBadge, CourseDot } from "@/ui/feedback/badge";
import { Banner } from "@/ui/feedback/banner";
import { LoadError } from "@/ui/feedback/load-error";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { Skeleton, SkeletonText } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { ToastCard } from "@/ui/feedback/toaster";
import { Checkbox } from "@/ui/form/checkbox";
import { DropZone } from "@/ui/form/drop-zone";
import { PasswordField } from "@/ui/form/password-field";
import { SelectField } from "@/ui/form/select-field";
import { TextArea, TextField } from "@/ui/form/text-field";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { Tabs } from "@/ui/layout/tabs";
import { Avatar } from "@/ui/media/avatar";
import { Cover } from "@/ui/media/cover";
import { Logo } from "@/ui/media/logo";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Dialog } from "@/ui/overlay/dialog";
import { Menu } from "@/ui/overlay/menu";
import { Tooltip } from "@/ui/overlay/tooltip";
import { PlayerGallery } from "./dev-player";

const variants: readonly ButtonVariant[] = ["primary", "outlined", "tonal", "quiet", "danger", "danger-quiet"];
const frozen = ["is-hover", "is-press", "is-focus"];
const codes = [
  "CS246",
  "CS245",
  "MATH135",
  "MATH137",
  "MATH138",
  "STAT230",
  "STAT231",
  "PHYS121",
  "PHYS122",
  "CHEM120",
  "ECON101",
];
const tones = ["slate", "sand", "sage", "clay", "plum", "stone"];
const sizes = [44, 34, 26, 20, 17, 15, 14, 13, 12];

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-7">
      <h2 className="section mb-5">{name}</h2>
      <div className="flex flex-wrap items-end gap-4">{children}</div>
    </section>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"form" | "confirm">();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button onClick={() => setOpen("form")}>Open a dialog</Button>
      <Button variant="danger-quiet" onClick={() => setOpen("confirm")}>
        Open a question
      </Button>
      <Dialog
        open={open === "form"}
        onOpenChange={close}
        title="Edit the title"
        description="Everybody who has the note sees it."
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button variant="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        <div className="mt-4">
          <TextField label="Title" defaultValue="Lecture 17" error="Title is required." />
        </div>
      </Dialog>
      <ConfirmDialog
        danger
        open={open === "confirm"}
        onOpenChange={close}
        title="Delete “Lecture 17: iterators and ranges”?"
        body="It can be restored for 30 days."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => new Promise((done) => setTimeout(done, 1500))}
      />
    </>
  );
}

function Fields() {
  return (
    <div className="grid w-full items-start gap-5 md:grid-cols-3">
      <TextField label="Course code" placeholder="CS 246" />
      <TextField label="Course code" placeholder="CS 246" className="is-hover" />
      <TextField label="Course code" defaultValue="CS 2" className="is-focus" />
      <TextField label="Course name" error="Please fill in all required fields." />
      <TextField label="Email" defaultValue="amara@noteninja.test" disabled />
      <SelectField label="Faculty" placeholder="Choose" options={["Mathematics", "Science"]} />
      <TextField label="Year" placeholder="e.g. 1, 2, 3, 4" hint="As you would say it." />
      <TextArea label="Reason" optional defaultValue="Trees and hashing are missing everywhere." />
      <PasswordField label="Password" defaultValue="notarealone" />
      <Checkbox label="Send anonymously" defaultChecked />
      <Checkbox label="Off" />
      <Checkbox label="Not possible" disabled />
      <search className="search md:col-span-3">
        <Search aria-hidden="true" />
        <input className="input" aria-label="Search" placeholder="Search for courses, profiles..." />
        <span className="end">
          <kbd className="kbd">/</kbd>
        </span>
      </search>
    </div>
  );
}

function Feedback() {
  return (
    <>
      <div className="grid w-full gap-4 md:grid-cols-2">
        <StatusPlaceholder
          className="card"
          icon={<FileText />}
          title="No notes yet"
          body="The first one appears here."
        />
        <LoadError
          variant="page"
          error={undefined}
          className="card"
          icon={<ServerOff />}
          body="Your place is kept. The server did not answer in time."
          onRetry={() => undefined}
        >
          Could not load
        </LoadError>
        <StatusPlaceholder
          className="card"
          icon={<WifiOff />}
          title="You're offline"
          body="The rest comes back with the connection."
        />
        <StatusPlaceholder
          className="card"
          icon={<Lock />}
          title="Administrators only"
          body="Ask for a course instead."
          action={<LinkButton to="/upload">Request</LinkButton>}
        />
      </div>
      <div className="grid w-full gap-2">
        <Banner>Page not found. Here is your dashboard instead.</Banner>
        <Banner kind="ok">Profile updated successfully!</Banner>
        <Banner kind="offline">You're offline. Your changes will be sent when you're back online.</Banner>
        <Banner kind="bad" action={<IconButton size="sm" label="Dismiss" icon={<X />} />}>
          Failed to update like. Please try again.
        </Banner>
      </div>
      <div className="grid w-full gap-3 md:grid-cols-3">
        <ToastCard message="Added to My Notes" close={() => undefined} />
        <ToastCard
          kind="error"
          message="Failed to save"
          action={{ label: "Retry", onClick: () => undefined }}
          close={() => undefined}
        />
        <Button onClick={() => toast("Added to My Notes", { kind: "success" })}>Show a toast</Button>
      </div>
      <div className="card panel grid w-full gap-4">
        <ProgressBar value={0.64} label="Upload" />
        <ProgressBar value={0} label="Waiting" />
        <ProgressBar label="Checking" />
        <SkeletonText lines={3} />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="w-full">
        <DropZone onFiles={(files) => toast(`${files.length} chosen`)} accept=".pdf,application/pdf" />
      </div>
    </>
  );
}

/** Gallery of all UI components in all states. Development builds only. */
export function Component() {
  usePageTitle("Parts");
  const [liked, setLiked] = useState(false);
  return (
    <main className="wrap p-5 md:p-10">
      <BackButton />
      <PageHeader
        title="Parts"
        eyebrow="Design system"
        subtitle="Every part in every state. Hover, pressed and focus are frozen for the picture."
        actions={<ThemeToggle />}
      />
      <Part name="Mark">
        {[16, 24, 32, 64, 96].map((size) => (
          <Logo key={size} size={size} />
        ))}
      </Part>
      <Part name="Colour">
        {tones.map((tone) => (
          <span key={tone} className={`tone-${tone} rounded-md px-4 py-5 font-bold`}>
            Aa 246
          </span>
        ))}
      </Part>
      <Part name="Type">
        <div className="grid min-w-0 gap-3">
          {sizes.map((size) => (
            <p
              key={size}
              className="truncate-1 font-semi"
              style={{ fontSize: `var(--fs-${size})`, lineHeight: `var(--lh-${size})` }}
            >
              {size} Why must a base class have a virtual destructor?
            </p>
          ))}
        </div>
      </Part>
      <Part name="Button">
        {variants.map((variant) => (
          <div key={variant} className="flex w-full flex-wrap gap-4">
            <Button variant={variant} icon={<Download />}>
              Download PDF
            </Button>
            {frozen.map((state) => (
              <Button key={state} variant={variant} className={state}>
                {state}
              </Button>
            ))}
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy busyLabel="Adding...">
              Add
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} size="lg">
              Large
            </Button>
          </div>
        ))}
        <Button variant="tonal" done>
          Added to My Notes
        </Button>
      </Part>
      <Part name="Icon buttons and toggles">
        <IconButton label="Shuffle" icon={<Shuffle />} />
        <IconButton label="Shuffle, hover" icon={<Shuffle />} className="is-hover" />
        <IconButton label="Shuffle, focus" icon={<Shuffle />} className="is-focus" />
        <IconButton label="Shuffle, on" icon={<Shuffle />} aria-pressed />
        <IconButton label="Delete" icon={<Trash2 />} danger className="is-hover" />
        <LikeButton liked={liked} count={96 + Number(liked)} onToggle={() => setLiked(!liked)} />
        <LikeButton liked count={97} onToggle={() => undefined} className="is-hover" />
        <LikeButton liked={false} count={97} onToggle={() => undefined} disabledReason="Sign in to like" />
        <Tooltip text="Sign in to like">
          <Button size="sm">Tooltip</Button>
        </Tooltip>
        <Menu
          heading="Note"
          trigger={<Button size="sm">Menu</Button>}
          items={[
            { label: "Copy link", icon: <FileText />, onSelect: () => undefined },
            "separator",
            { label: "Delete", icon: <Trash2 />, danger: true, onSelect: () => undefined },
          ]}
        />
      </Part>
      <Part name="Field">
        <Fields />
      </Part>
      <Part name="Tabs, badges, people">
        <div className="w-full">
          <Tabs
            label="Results"
            items={[
              { value: "guides", label: "Study Guides", count: 12, content: <p className="py-3">Guides</p> },
              { value: "profiles", label: "Profiles", count: 3, content: <p className="py-3">Profiles</p> },
            ]}
          />
        </div>
        <Badge>Lecture</Badge>
        <Badge kind="accent">New</Badge>
        <Badge kind="warn">Waiting</Badge>
        <Badge kind="danger">Failed</Badge>
        {codes.map((code) => (
          <CourseBadge key={code} code={code} />
        ))}
        <CourseDot code="CS246" />
        <Avatar size="xs" />
        <Avatar />
        <Avatar name="Amara" />
        <Avatar name="Jordan" size="xl" />
      </Part>
      <Part name="Covers">
        {codes.map((code) => (
          <article key={code} className="card w-58 overflow-hidden">
            <Cover code={code} />
          </article>
        ))}
        <Cover code="CS246" size="thumb" />
      </Part>
      <Part name="Dialog">
        <Dialogs />
      </Part>
      <Part name="Empty, failed, offline, forbidden">
        <Feedback />
      </Part>
      <Part name="Listening">
        <PlayerGallery />
      </Part>
    </main>
  );
}
