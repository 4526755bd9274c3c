import { type FormEvent, useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";
import { ApiProblem, type ProblemField, problemDetail } from "@/api/problem";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { stripProviderPrefix } from "@/lib/text/provider-error";
import { RequestIdCopy } from "@/ui/feedback/reference";

interface AppFormOptions<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>;
  /** Validation rules of the core. The server repeats them, so the form can be submitted if the core fails to load. */
  check?: (values: Values) => Promise<readonly ProblemField[]>;
  /** Sends the values. Resolves to `false` if they are not saved yet, so that they still count as unsaved. */
  submit: (values: Values) => Promise<unknown>;
  /** Message for a failure that no field caused; by default the server's message. */
  failure?: string;
}

/** Names of fields that do not count as unsaved changes. */
const FLEETING = new Set(["password", "currentPassword", "newPassword", "code"]);

/**
 * Returns the state and props of a form. Allows one submit at a time, disables the inputs while busy, clears the
 * previous errors on submit and focuses the first invalid field. Warns before unsaved input is lost.
 */
export function useAppForm<Values extends FieldValues>({
  defaultValues,
  check,
  submit,
  failure,
}: AppFormOptions<Values>) {
  const { register, handleSubmit, formState, setError, clearErrors, setValue, getValues, reset } = useForm<Values>({
    defaultValues,
    shouldFocusError: false,
  });
  const [problem, setProblem] = useState<{ text: string; error: unknown }>();
  const element = useRef<HTMLFormElement>(null);
  const attempted = useRef(false);
  const busy = formState.isSubmitting;
  const [isTyped, setTyped] = useState(false);
  const isMissed = Object.keys(formState.dirtyFields).some((name) => !FLEETING.has(name));
  useUnsavedChanges(isTyped && isMissed && !busy);

  function refuse(failing: readonly ProblemField[]): void {
    for (const { field, code, message } of failing) {
      setError(field as FieldPath<Values>, { type: code, message });
    }
  }

  async function attempt(values: Values): Promise<void> {
    const failing = check ? await check(values).catch(() => []) : [];
    if (failing.length > 0) {
      refuse(failing);
      return;
    }
    try {
      if ((await submit(values)) !== false) setTyped(false);
    } catch (error) {
      const known = error instanceof ApiProblem ? error.fields.filter(({ field }) => field in values) : [];
      if (known.length > 0) refuse(known);
      else setProblem({ text: failure ?? stripProviderPrefix(problemDetail(error)), error });
    }
  }

  useEffect(() => {
    if (busy) attempted.current = true;
    else if (attempted.current) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [busy]);

  return {
    busy,
    /** Message above the buttons, with the reference of a server failure. */
    problem: problem && (
      <>
        <span>{problem.text}</span>
        <RequestIdCopy error={problem.error} />
      </>
    ),
    setValue,
    getValues,
    reset,
    form: {
      ref: element,
      noValidate: true,
      "aria-busy": busy || undefined,
      onInput: () => setTyped(true),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        setProblem(undefined);
        clearErrors();
        void handleSubmit(attempt)(event);
      },
    },
    /** Returns the props of a form field from `ui/`. */
    field: (name: FieldPath<Values>) => ({
      ...register(name),
      disabled: busy,
      error: formState.errors[name]?.message as string | undefined,
    }),
  };
}
