import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Me } from "@/api/models";
import { announcedLegalNames, type ChangedText, changedLegalTexts, markLegalTextRead } from "@/data/legal/versions";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { legalTitles } from "@/parts/legal/legal-titles";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";

/** Banner that says once that a text of the operator has changed, until the student confirms it on this device. */
export function LegalNotice({ me }: { me: Me }) {
  const { uid } = me;
  const [changed, setChanged] = useState<readonly ChangedText[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    void changedLegalTexts(uid, new Date(), leaving.signal).then(
      (texts) => !leaving.signal.aborted && setChanged(texts),
    );
    return () => leaving.abort();
  }, [uid]);
  const text = announcedLegalNames.map((name) => changed.find((each) => each.name === name)).find(Boolean);
  if (!text) return null;

  function confirm(read: ChangedText) {
    markLegalTextRead(uid, read);
    setChanged(changed.filter((each) => each !== read));
  }

  return (
    <Banner
      className="mb-4"
      action={
        <Button size="sm" variant="quiet" onClick={() => confirm(text)}>
          OK
        </Button>
      }
    >
      <Link to={paths[text.name]()}>{legalTitles[text.name]}</Link> changed on {formatDay(`${text.version}T12:00`)}.
    </Banner>
  );
}
