import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ApiProblem } from "@/api/problem";
import {
  STUDY_NEW_A_DAY_MAX,
  STUDY_RETENTION_MAX_PERCENT,
  STUDY_RETENTION_MIN_PERCENT,
  STUDY_REVIEWS_A_DAY_MAX,
} from "@/core/limits";
import type { StudyPrice } from "@/core/study";
import type { StudySettings } from "@/data/study/review-log";
import { setStudySettings, useStudySettings } from "@/data/study/study-settings";
import { ProblemMessage } from "@/parts/forms/problem";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { TextField } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { MemorySection } from "../memory-model/memory-section";
import { pricesText } from "./prices";

interface SettingsDialogProps {
  /** Computes the work that some desired retentions cost. */
  pricesOf: () => readonly StudyPrice[];
  onClose: () => void;
  onSaved: (settings: StudySettings) => void;
}

const FIELDS = [
  { name: "newADay", label: "New cards per day", min: 0, max: STUDY_NEW_A_DAY_MAX, hint: undefined },
  { name: "reviewsADay", label: "Reviews per day", min: 0, max: STUDY_REVIEWS_A_DAY_MAX, hint: undefined },
  {
    name: "retentionPercent",
    label: "Target recall (%)",
    min: STUDY_RETENTION_MIN_PERCENT,
    max: STUDY_RETENTION_MAX_PERCENT,
    hint: "A higher target means more frequent reviews.",
  },
] as const;

type FieldName = (typeof FIELDS)[number]["name"];

export default function SettingsDialog({ pricesOf, onClose, onSaved }: SettingsDialogProps) {
  const [prices] = useState(pricesOf);
  const data = useStudySettings();
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({});
  const form = useId();
  const save = useMutation({
    networkMode: "always",
    mutationFn: async (settings: StudySettings) => {
      if (data) await setStudySettings(settings, data);
      return settings;
    },
    onSuccess: (settings) => {
      onSaved(settings);
      onClose();
    },
  });
  const problems = save.error instanceof ApiProblem ? save.error.fields : [];

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!data) return;
    const number = (name: FieldName) => (typed[name] === undefined ? data[name] : Number(typed[name]));
    save.mutate({
      ...data,
      newADay: number("newADay"),
      reviewsADay: number("reviewsADay"),
      retentionPercent: number("retentionPercent"),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Study settings"
      description="These apply to all your courses."
      actions={
        <>
          <CancelButton disabled={save.isPending} />
          <Button type="submit" form={form} variant="primary" busy={save.isPending} disabled={!data}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-4 mt-4" onSubmit={onSubmit}>
        {save.isError && problems.length === 0 && (
          <Banner kind="bad">
            <ProblemMessage error={save.error} />
          </Banner>
        )}
        {FIELDS.map(({ name, label, min, max, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            type="number"
            inputMode="numeric"
            required
            step={1}
            min={min}
            max={max}
            value={typed[name] ?? data?.[name] ?? ""}
            error={problems.find(({ field }) => field === name)?.message}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        {prices.length > 0 && <p className="hint tabular-nums">For the cards you know: {pricesText(prices)}.</p>}
      </form>
      {data && <MemorySection memory={data.memory} />}
    </Dialog>
  );
}
