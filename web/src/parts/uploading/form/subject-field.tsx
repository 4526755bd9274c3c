import { useId } from "react";
import { useSearch } from "@/core/search/queries";
import { displayCode } from "@/lib/urls/subjects";
import { TextField, type TextFieldProps } from "@/ui/form/text-field";

const SUGGESTIONS = 6;

/** Text field for the subject of a recording or note, with courses as suggestions. */
export function SubjectField({ value, ...rest }: Omit<TextFieldProps, "value" | "label" | "list"> & { value: string }) {
  const listId = useId();
  const search = useSearch(value);
  const hits = search.data?.hits.slice(0, SUGGESTIONS) ?? [];
  return (
    <>
      <TextField {...rest} label="Subject" value={value} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {hits.map(({ code, title }) => (
          <option key={code} value={displayCode(code)}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}
