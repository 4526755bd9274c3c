import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { DESCRIPTION_MAX_CHARS, NOTICE_CONFIRM_HOURS } from "@/core/limits";
import { noticeFormQuery, sendNotice } from "@/data/copyright/copyright";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { TextArea, TextField } from "@/ui/form/text-field";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import "./copyright.css";
import { SignatureField, SignerFields } from "./signer-fields";
import { StatementField } from "./statement-field";

const emptyForm = {
  ...{ name: "", postalAddress: "", email: "", work: "", pages: "", signature: "", website: "" },
  ...{ isInGoodFaith: false, isAccurate: false },
};

/** Public form for a notice of copyright. */
export function NoticePage() {
  usePageTitle("Notice of copyright");
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      <PageHeader
        back={<BackButton />}
        title="Notice of copyright"
        subtitle="For owners of works, and for people who act for them. You need no account."
      />
      {sentTo === undefined ? <NoticeForm onSent={setSentTo} /> : <Sent to={sentTo} />}
    </>
  );
}

/** Says how to send a notice on a site that sends no mail. */
function ByMail() {
  return (
    <div className="card panel notice-form">
      <h2>Write to us</h2>
      <p>
        This site cannot send mails, so this form is switched off. Send your notice to the address on the page{" "}
        <Link className="link" to={paths.contact()}>
          Contact
        </Link>
        . The page{" "}
        <Link className="link" to={paths.copyright()}>
          Copyright
        </Link>{" "}
        says what it must contain.
      </p>
    </div>
  );
}

function Sent({ to }: { to: string }) {
  return (
    <div className="card panel notice-form" role="status">
      <h2>Confirm your notice</h2>
      <p>
        We sent a mail to <strong>{to}</strong>. Open its link within {NOTICE_CONFIRM_HOURS} hours. Administrators read
        your notice only after that.
      </p>
      <p className="hint">No mail? Look in the folder for spam, or send the form again.</p>
    </div>
  );
}

function NoticeForm({ onSent }: { onSent: (email: string) => void }) {
  // If this cannot be read, the form is shown, and the server decides.
  const isClosed = useQuery(noticeFormQuery).data?.open === false;
  const { form, field, busy, problem } = useAppForm({
    defaultValues: emptyForm,
    submit: async ({ pages, ...values }) => {
      const { email } = await sendNotice({ ...values, pages: pages.split("\n") });
      onSent(email);
    },
  });
  const { error: _, ...website } = field("website");
  if (isClosed) return <ByMail />;
  return (
    <form {...form} className="card panel notice-form" aria-label="Notice of copyright">
      <p className="hint">
        Your notice and your name can be given to the person who uploaded the file. A false statement can make you
        liable for damages.{" "}
        <Link className="link" to={paths.copyright()}>
          How we handle notices
        </Link>
      </p>
      <SignerFields field={field} addressLabel="Postal address" />
      <TextField {...field("email")} label="Email address" type="email" autoComplete="email" />
      <TextArea
        {...field("work")}
        label="The work that is yours"
        hint="For example the title, the edition and the pages of a book."
        rows={3}
        maxLength={DESCRIPTION_MAX_CHARS}
      />
      <TextArea
        {...field("pages")}
        label="Where it is on Note Ninja"
        hint="Addresses of the pages of the notes or recordings, one in each line, at most 20."
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
      />
      <StatementField {...field("isInGoodFaith")}>
        I believe in good faith that this use is not permitted by the owner of the copyright, its agent or the law.
      </StatementField>
      <StatementField {...field("isAccurate")}>
        The information in this notice is accurate. I state under penalty of perjury that I am the owner of the
        copyright or may act for the owner.
      </StatementField>
      <SignatureField field={field} />
      {/* Programs fill in every field. People neither see nor reach this one. */}
      <div hidden>
        <input {...website} tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
      {problem && <Banner kind="bad">{problem}</Banner>}
      <Button variant="primary" type="submit" className="justify-self-start" busy={busy} busyLabel="Sending...">
        Send notice
      </Button>
    </form>
  );
}
