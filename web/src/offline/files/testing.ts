/** In-memory `Cache` for tests outside a browser. */

class FakeCache {
  readonly entries = new Map<string, Response>();

  #keyOf(request: RequestInfo | URL): string {
    return new URL(request instanceof Request ? request.url : String(request), "http://localhost").href;
  }

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    return this.entries.get(this.#keyOf(request))?.clone();
  }

  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    const body = await response.arrayBuffer();
    this.entries.set(this.#keyOf(request), new Response(body, { headers: response.headers }));
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    return this.entries.delete(this.#keyOf(request));
  }

  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
}

/** Replaces the global `caches` with in-memory ones. Returns them by name. */
export function fakeCaches(): Map<string, FakeCache> {
  const all = new Map<string, FakeCache>();
  const open = async (name: string) => {
    const cache = all.get(name) ?? new FakeCache();
    all.set(name, cache);
    return cache;
  };
  Object.assign(globalThis, {
    caches: {
      open,
      has: async (name: string) => all.has(name),
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
      match: async (request: RequestInfo | URL, { cacheName = "" }: MultiCacheQueryOptions = {}) =>
        all.get(cacheName)?.match(request),
    },
  });
  return all;
}
