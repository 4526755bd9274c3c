import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiProblem } from "@/api/problem";
import { Banner } from "@/ui/feedback/banner";
import { useAppForm } from "./use-app-form";

afterEach(cleanup);

interface FormProps {
  failure?: string;
  submit: () => Promise<unknown>;
}

function Form(props: FormProps) {
  const { form, problem, busy } = useAppForm({ defaultValues: { title: "" }, ...props });
  return (
    <form {...form} aria-label="Note">
      {problem && <Banner kind="bad">{problem}</Banner>}
      <button type="submit" disabled={busy}>
        Save
      </button>
    </form>
  );
}

const failed = (status: number) =>
  new ApiProblem({ code: "internal", status, detail: "It failed.", traceId: "abc123" } as never);

const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

test.each([
  ["its own message", "Failed to save. Try again.", "Failed to save. Try again."],
  ["the server's message", undefined, "It failed."],
])("form with %s shows the reference of a server failure until the next submit", async (_kind, failure, text) => {
  let error: Error | undefined = failed(500);
  const submit = async () => {
    if (error) throw error;
  };
  render(<Form submit={submit} {...(failure !== undefined && { failure })} />);
  save();
  const alert = await screen.findByRole("alert");
  expect(screen.getByText(text).textContent).toBe(text);
  expect(alert.textContent?.match(/abc123/g)).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Copy reference" })).toBeDefined();
  error = undefined;
  save();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a form shows no error reference for a validation error", async () => {
  render(<Form failure="Failed to save. Try again." submit={() => Promise.reject(failed(422))} />);
  save();
  expect((await screen.findByRole("alert")).textContent?.trim()).toBe("Failed to save. Try again.");
});
