import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AlbumId, AudioNote, ReadableNote, ShelfId, StudyChapter } from "@/api/models";
import type { components } from "@/api/schema";
import { ADDRESSES_MAX } from "@/core/limits";
import { writeCachedQuery } from "@/offline/cache/query-persister";
import {
  type OfflineFile,
  type OfflineFilesState,
  type OfflineItemRef,
  type OfflineTrack,
  offlineItemKey,
} from "@/offline/files/items";
