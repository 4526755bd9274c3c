import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiProblem } from "@/api/problem";
import { REQUEST_REDIRECT_MS } from "@/core/limits";
import { validateWithRules } from "@/core/validation";
import { requestCourse } from "@/data/requests/requests";
import { usePageTitle } from "@/lib/browser/page-title";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { newUlid } from "@/lib/text/ulid";
import { paths } from "@/lib/urls/paths";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { RequestIdCopy } from "@/ui/feedback/reference";
import { Checkbox } from "@/ui/form/checkbox";
import { TextArea, TextField } from "@/ui/form/text-field";
import { PageHeader } from "@/ui/layout/page-header";
import { ExistingRequestNotice } from "./existing-request-notice";
import { MyRequests } from "./my-requests";
import "./requests.css";
import { useDebouncedCourseCode } from "./use-debounced-course-code";

const emptyForm = { courseCode: "", courseName: "", reason: "" };

/** Form that requests a missing course, with the user's earlier requests. */
export function RequestCoursePage() {
  usePageTitle("Request a Course");
  return (
    <>
      <PageHeader title="Request a Course" subtitle="Tell us which course is missing and we'll look for notes." />
      <RequestForm />
      <MyRequests />
    </>
  );
}

function RequestForm() {
  const navigate = useNavigate();
  const [form, setForm] = useState(emptyForm);
  const [isAnonymous, setAnonymous] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // One id per request, so that a repeated submit does not create a second one.
  const id = useRef(newUlid());
  const code = useDebouncedCourseCode(form.courseCode);
  const request = useMutation({
    networkMode: "always",
    mutationFn: () => requestCourse({ id: id.current, ...form, anonymous: isAnonymous }),
    onError: (error) => {
      console.warn("A course request was not sent.", error);
      if (error instanceof ApiProblem) {
        setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
      }
    },
  });

  // A code alone does not count as unsaved input.
  useUnsavedChanges(!request.isSuccess && (form.courseName + form.reason).trim() !== "");

  useEffect(() => {
    if (!request.isSuccess) return undefined;
    const timer = setTimeout(() => navigate(paths.browse()), REQUEST_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [request.isSuccess, navigate]);

  function set(change: Partial<typeof emptyForm>) {
    setForm((before) => ({ ...before, ...change }));
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    request.reset();
    const failing = await validateWithRules((core) => core.validateCourseRequest(form));
    setErrors(Object.fromEntries(failing.map(({ field, message }) => [field, message])));
    if (failing.length === 0) request.mutate();
  }

  const busy = request.isPending || request.isSuccess;
  const required = Object.values(errors).find((message) => message === "Please fill in all required fields");
  const errorOf = (field: string) => (errors[field] === required ? undefined : errors[field]);
  return (
    <form className="card panel grid max-w-[36rem] gap-4" onSubmit={submit} noValidate>
      <TextField
        label="Course code"
        placeholder="CS 246"
        autoCapitalize="characters"
        autoComplete="off"
        required
        disabled={busy}
        value={form.courseCode}
        error={errorOf("courseCode")}
        onChange={(event) => set({ courseCode: event.target.value.toUpperCase() })}
      />
      {code && !busy && <ExistingRequestNotice code={code} />}
      <TextField
        label="Course name"
        autoComplete="off"
        required
        disabled={busy}
        value={form.courseName}
        error={errorOf("courseName")}
        onChange={(event) => set({ courseName: event.target.value })}
      />
      <TextArea
        label="Reason"
        optional
        rows={3}
        disabled={busy}
        value={form.reason}
        error={errorOf("reason")}
        onChange={(event) => set({ reason: event.target.value })}
      />
      <Checkbox
        label="Send anonymously"
        hint="Your name is not stored with the request."
        disabled={busy}
        checked={isAnonymous}
        onChange={(event) => setAnonymous(event.target.checked)}
      />
      {required && <Banner kind="bad">{required}</Banner>}
      {request.isError && (
        <Banner kind="bad">
          <span>Failed to submit course request. Please try again.</span>
          <RequestIdCopy error={request.error} />
        </Banner>
      )}
      {request.isSuccess && (
        <Banner kind="ok">
          {request.data.status === "queued"
            ? "Your request is kept on this device and will be sent when you're back online."
            : "Course request submitted successfully!"}
        </Banner>
      )}
      <Button
        variant="primary"
        type="submit"
        className="justify-self-start"
        busy={request.isPending}
        busyLabel="Submitting..."
        disabled={request.isSuccess}
      >
        Request
      </Button>
    </form>
  );
}
