import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ChevronDown, FolderOpen, Search, SearchX, X } from "lucide-react";
import { useMemo, useState } from "react";
import { type ContentEntry, contentQuery } from "@/data/admin/admin";
import { collectionTitle } from "@/lib/addresses/collections";
import { paths } from "@/lib/addresses/paths";
import { usePageTitle } from "@/lib/browser/page-title";
import { Button, LinkButton } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { kindPlurals } from "../labels";
import { PaginatedList } from "../paginated-list";
import { useContentFilterParams } from "../use-content-filter-params";
import { SelectionBar, useSelection } from "../use-selection";
import { ContentTable } from "./content-table";
import { EditDialog } from "./edit-dialog";
import { ReplaceDialog } from "./replace-dialog";
import { StoragePanel } from "./storage-panel";
import { TrashDialog } from "./trash-dialog";

type Asked = { about: "edit" | "replace"; entry: ContentEntry } | { about: "trash"; entries: readonly ContentEntry[] };

/** Page with all published items: filter, edit, replace the file, move to the trash. */
export function ContentPage() {
  usePageTitle("Content · Console");
  const { filter, change, typed, setTyped } = useContentFilterParams();
  // Keep the rows of the previous filter until the new ones have loaded.
  const list = useInfiniteQuery({ ...contentQuery(filter), placeholderData: keepPreviousData });
  const entries = useMemo(() => {
    const all = list.data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(all.map((entry) => [`${entry.kind} ${entry.id}`, entry])).values()];
  }, [list.data]);
  const selection = useSelection(entries);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const isFiltered = filter.kind !== undefined || filter.place !== undefined || filter.text !== undefined;

  return (
    <section aria-labelledby="console-content" aria-busy={list.isFetching || undefined}>
      <h2 className="sr-only" id="console-content">
        Content
      </h2>
      <StoragePanel />
      <div className="console-tools">
        <div className="console-search">
          <Search aria-hidden="true" />
          <input
            className="input"
            type="search"
            aria-label="Filter by title, place, file or uploader"
            placeholder="Filter content"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <div className="select">
          <select
            className="input"
            aria-label="Kind"
            value={filter.kind ?? ""}
            onChange={(event) => change({ kind: event.target.value })}
          >
            <option value="">All kinds</option>
            {Object.entries(kindPlurals).map(([kind, title]) => (
              <option key={kind} value={kind}>
                {title}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </div>
        {filter.place && (
          <Button size="sm" icon={<X />} onClick={() => change({ place: undefined })}>
            Only {collectionTitle(filter.place)}
          </Button>
        )}
        <SelectionBar selection={selection}>
          <Button variant="danger-quiet" onClick={() => setAsked({ about: "trash", entries: selection.chosen })}>
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
                    change({ kind: undefined, place: undefined, text: undefined });
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
          onEdit={(entry) => setAsked({ about: "edit", entry })}
          onReplace={(entry) => setAsked({ about: "replace", entry })}
          onTrash={(entry) => setAsked({ about: "trash", entries: [entry] })}
        />
      </PaginatedList>
      {asked?.about === "edit" && <EditDialog entry={asked.entry} onClose={close} />}
      {asked?.about === "replace" && <ReplaceDialog entry={asked.entry} onClose={close} />}
      {asked?.about === "trash" && <TrashDialog entries={asked.entries} onClose={close} onDone={selection.clear} />}
    </section>
  );
}
