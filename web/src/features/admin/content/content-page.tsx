import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Captions, FolderOpen, SearchX, X } from "lucide-react";
import { useMemo, useState } from "react";
import { type ContentEntry, contentQuery } from "@/data/admin/admin";
import { collectionTitle } from "@/lib/urls/collections";
import { paths } from "@/lib/urls/paths";
import { ChaptersDialog } from "@/parts/chapters/chapters-dialog";
import { PaginatedList } from "@/parts/paginated-list";
import { TranscriptDialog } from "@/parts/transcript/transcript-dialog";
import { Button, LinkButton } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { ConsolePage, FilterSelect, SearchInput } from "../console-page";
import { accessibilityTitles, kindPlurals } from "../labels";
import { useContentFilterParams } from "../use-content-filter-params";
import { SelectionBar, useSelection } from "../use-selection";
import { AccessibilityDialog, SaveAccessibilityButton } from "./accessibility";
import { ContentTable } from "./content-table";
import { EditDialog } from "./edit-dialog";
import { ReplaceDialog } from "./replace-dialog";
import { StoragePanel } from "./storage-panel";
import { TranscriptsDialog } from "./transcripts-dialog";
import { MoveToTrashDialog } from "./trash-dialog";

type OpenDialog =
  | { about: "edit" | "replace" | "transcript" | "chapters" | "accessibility"; entry: ContentEntry }
  | { about: "transcripts" }
  | { about: "trash"; entries: readonly ContentEntry[] };

/** Page with all published items: filter, edit, replace the file, move to the trash. */
export function ContentPage() {
  const { filter, change, typed, setTyped } = useContentFilterParams();
  // Keep the rows of the previous filter until the new ones have loaded.
  const list = useInfiniteQuery({ ...contentQuery(filter), placeholderData: keepPreviousData });
  const entries = useMemo(() => {
    const all = list.data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(all.map((entry) => [`${entry.kind} ${entry.id}`, entry])).values()];
  }, [list.data]);
  const selection = useSelection(entries);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const isFiltered =
    filter.kind !== undefined ||
    filter.place !== undefined ||
    filter.text !== undefined ||
    filter.accessibility !== undefined;

  return (
    <ConsolePage title="Content" isBusy={list.isFetching}>
      <StoragePanel />
      <div className="console-tools">
        <SearchInput
          label="Filter by title, place, file or uploader"
          placeholder="Filter content"
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <FilterSelect
          label="Kind"
          value={filter.kind ?? ""}
          options={[["", "All kinds"], ...Object.entries(kindPlurals)]}
          onChange={(kind) => change({ kind })}
        />
        <FilterSelect
          label="Accessibility"
          value={filter.accessibility ?? ""}
          options={[["", "All accessibility results"], ...Object.entries(accessibilityTitles)]}
          onChange={(accessibility) => change({ accessibility })}
        />
        <SaveAccessibilityButton filter={filter} />
        {filter.place && (
          <Button size="sm" icon={<X />} onClick={() => change({ place: undefined })}>
            Only {collectionTitle(filter.place)}
          </Button>
        )}
        {filter.kind === "audio" && (
          <Button size="sm" icon={<Captions />} onClick={() => setDialog({ about: "transcripts" })}>
            Add transcripts
          </Button>
        )}
        <SelectionBar selection={selection}>
          <Button variant="danger-quiet" onClick={() => setDialog({ about: "trash", entries: selection.selected })}>
            Move to trash
          </Button>
        </SelectionBar>
      </div>
      <PaginatedList
        list={list}
        what="the content"
        isEmpty={entries.length === 0 && !list.hasNextPage}
        empty={
          isFiltered ? (
            <StatusPlaceholder
              icon={<SearchX />}
              title="Nothing matches"
              body="Try fewer words, or another kind."
              action={
                <Button
                  onClick={() => {
                    setTyped("");
                    change({ kind: undefined, place: undefined, text: undefined, accessibility: undefined });
                  }}
                >
                  Clear the filter
                </Button>
              }
            />
          ) : (
            <StatusPlaceholder
              icon={<FolderOpen />}
              title="Nothing published yet"
              body="Notes are uploaded on the page of their course, audio notes on their shelf."
              action={<LinkButton to={paths.browse()}>Browse &amp; Discover</LinkButton>}
            />
          )
        }
      >
        <ContentTable
          entries={entries}
          selection={selection}
          onPlace={(place) => change({ place })}
          onEdit={(entry) => setDialog({ about: "edit", entry })}
          onReplace={(entry) => setDialog({ about: "replace", entry })}
          onTranscript={(entry) => setDialog({ about: "transcript", entry })}
          onAccessibility={(entry) => setDialog({ about: "accessibility", entry })}
          onChapters={(entry) => setDialog({ about: "chapters", entry })}
          onTrash={(entry) => setDialog({ about: "trash", entries: [entry] })}
        />
      </PaginatedList>
      {dialog?.about === "edit" && <EditDialog entry={dialog.entry} onClose={close} />}
      {dialog?.about === "replace" && <ReplaceDialog entry={dialog.entry} onClose={close} />}
      {dialog?.about === "transcripts" && <TranscriptsDialog onClose={close} />}
      {dialog?.about === "chapters" && (
        <ChaptersDialog id={dialog.entry.id} title={dialog.entry.title} onClose={close} />
      )}
      {dialog?.about === "transcript" && (
        <TranscriptDialog id={dialog.entry.id} title={dialog.entry.title} onClose={close} />
      )}
      {dialog?.about === "accessibility" && <AccessibilityDialog entry={dialog.entry} onClose={close} />}
      {dialog?.about === "trash" && (
        <MoveToTrashDialog entries={dialog.entries} onClose={close} onDone={selection.clear} />
      )}
    </ConsolePage>
  );
}
