/** Query of a page. Without a cursor, it is the first. */
interface PageQuery {
  cursor?: string;
}

interface Next {
  nextCursor?: string | undefined;
}

interface ItemPage<Item> extends Next {
  items: readonly Item[];
}

/** Returns the query of the page at `cursor`. */
export const pageQuery = (cursor: string | undefined): PageQuery => (cursor ? { cursor } : {});

/** Pagination options of an infinite query. */
export const paginationOptions = {
  initialPageParam: "",
  getNextPageParam: (page: Next) => page.nextCursor,
};

/** Reads the pages of a list one after another, from the first page or from the one at `begin`. */
export async function* readPages<Page extends Next>(
  read: (query: PageQuery) => Promise<Page>,
  begin?: string,
): AsyncGenerator<Page> {
  let cursor = begin;
  do {
    const page = await read(pageQuery(cursor));
    yield page;
    cursor = page.nextCursor;
  } while (cursor);
}

/** Returns the items of all pages of a list. `first` is a page that was already read. */
export async function readAllItems<Item>(
  read: (query: PageQuery) => Promise<ItemPage<Item>>,
  first?: ItemPage<Item>,
): Promise<Item[]> {
  const items = [...(first?.items ?? [])];
  if (first && !first.nextCursor) return items;
  for await (const page of readPages(read, first?.nextCursor)) items.push(...page.items);
  return items;
}
