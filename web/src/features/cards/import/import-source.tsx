import type { Separator } from "@/core/cards";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { DropZone } from "@/ui/form/drop-zone";
import { SelectField } from "@/ui/form/select-field";
import { TextArea } from "@/ui/form/text-field";

const separators = [
  { value: "", label: "Found in the text" },
  { value: "colons", label: "Two colons: front :: back" },
  { value: "comma", label: "Comma (CSV)" },
  { value: "semicolon", label: "Semicolon (CSV)" },
  { value: "tab", label: "Tab (TSV, cells of a table)" },
  { value: "pipe", label: "Vertical bar" },
] as const;

interface SourceProps {
  file: string | undefined;
  isDeck: boolean;
  isFixed: boolean;
  text: string;
  separator: Separator | "";
  onText: (text: string) => void;
  onSeparator: (separator: Separator | "") => void;
  onFiles: (files: File[]) => void;
  onPutAside: () => void;
}

export function ImportSource(props: SourceProps) {
  const { file, isDeck, isFixed, text, separator, onText, onSeparator, onFiles, onPutAside } = props;
  return (
    <>
      {file !== undefined ? (
        <Banner
          action={
            <Button size="sm" disabled={isFixed} onClick={onPutAside}>
              Remove file
            </Button>
          }
        >
          <strong>{file}</strong>
        </Banner>
      ) : (
        <>
          <TextArea
            label="Cards"
            hint="One card per line: front :: back. Or CSV, or cells copied from a table. Both sides are Markdown, with formulas between dollar signs."
            rows={10}
            spellCheck={false}
            disabled={isFixed}
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
          {!isFixed && (
            <DropZone
              multiple={false}
              accept=".csv,.tsv,.txt,.apkg,text/csv,text/tab-separated-values,text/plain"
              label="Drop a CSV, TSV or text file or an Anki deck (.apkg) here or"
              chooseLabel="choose a file"
              onFiles={onFiles}
            />
          )}
        </>
      )}
      {!isDeck && (
        <SelectField
          label="Front and back are separated by"
          options={separators}
          value={separator}
          disabled={isFixed}
          onChange={(event) => onSeparator(separators.find(({ value }) => value === event.target.value)?.value ?? "")}
        />
      )}
    </>
  );
}
