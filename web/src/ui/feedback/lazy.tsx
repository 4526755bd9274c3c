import {
  Component,
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { loadChunk } from "@/lib/loading/load-chunk";
import { loadOnce } from "@/lib/loading/load-once";
import { cn } from "@/lib/text/cn";
import { LoadError } from "./load-error";

/**
 * Position of the error message: `here` in place of the part, `banner` above the page. `silent` shows no error and
 * keeps the placeholder.
 */
type ErrorPlacement = "here" | "banner" | "silent";

interface LazyOptions<Props> {
  /** Shown while the code is loading. */
  placeholder?: ReactNode | ((props: Props) => ReactNode);
  failure?: ErrorPlacement;
  /**
   * Called when the user closes the error message. The caller should stop rendering the part; the message disappears in
   * any case.
   */
  onClose?: (props: Props) => void;
}

/** Component whose code is loaded when it is first rendered, or earlier by `prefetch`. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code. Rejects on failure; the next call tries again. */
  prefetch: () => Promise<unknown>;
};

/** Code that is loaded once. After a failure, the next call tries again. */
interface ChunkLoader<Props> {
  get: () => ComponentType<Props> | undefined;
  fetch: () => Promise<ComponentType<Props>>;
}

function createChunkLoader<Props>(load: () => Promise<ComponentType<Props>>): ChunkLoader<Props> {
  let code: ComponentType<Props> | undefined;
  const fetch = loadOnce(async () => {
    code = await loadChunk(load);
    return code;
  });
  return { get: () => code, fetch };
}

/**
 * Creates a lazily loaded part of a page. If loading or rendering fails, only the part shows an error. Users can retry,
 * and loading restarts when the browser is online again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyOptions<Props> = {},
): LazyComponent<Props> {
  const source = createChunkLoader(load);
  const show = (props: Props) => <LazyRenderer source={source} options={options} props={props} />;
  return Object.assign(show, { prefetch: source.fetch });
}

/** Creates a lazily loaded dialog. A failure is shown above the page until the user closes it. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => lazyComponent(load, { failure: "banner", onClose: ({ onClose }) => onClose() });

interface LazyRendererProps<Props> {
  source: ChunkLoader<Props>;
  options: LazyOptions<Props>;
  props: Props;
}

function LazyRenderer<Props extends object>({ source, options, props }: LazyRendererProps<Props>) {
  const { placeholder = null, failure = "here", onClose } = options;
  const [Shown, setShown] = useState(source.get);
  const [hasFailed, setFailed] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const fetch = useCallback(() => {
    source.fetch().then(
      (code) => setShown(() => code),
      (error: unknown) => {
        console.warn("A part of the page could not be loaded.", error);
        setFailed(true);
      },
    );
  }, [source]);
  useEffect(fetch, [fetch]);
  // Layout effect, so that no `online` event is missed after the message is shown.
  useLayoutEffect(() => {
    if (!hasFailed) return undefined;
    window.addEventListener("online", fetch);
    return () => window.removeEventListener("online", fetch);
  }, [hasFailed, fetch]);
  const close = () => {
    setClosed(true);
    onClose?.(props);
  };
  const onCloseFailed = failure === "banner" ? close : undefined;
  if (Shown) {
    return (
      <ErrorBoundary failure={failure} onClose={onCloseFailed}>
        <Shown {...props} />
      </ErrorBoundary>
    );
  }
  if (hasFailed && failure !== "silent") {
    if (isClosed) return null;
    return (
      <Failed failure={failure} onRetry={fetch} onClose={onCloseFailed}>
        This part could not be loaded. Check your connection.
      </Failed>
    );
  }
  return typeof placeholder === "function" ? placeholder(props) : placeholder;
}

interface FailedProps {
  failure: ErrorPlacement;
  children: string;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}

function Failed({ failure, children, onRetry, onClose }: FailedProps) {
  if (failure === "silent") return null;
  return (
    <div className={cn(failure === "banner" && "part-failed")}>
      <LoadError variant="banner" error={undefined} onRetry={onRetry} onClose={onClose}>
        {children}
      </LoadError>
    </div>
  );
}

interface ErrorBoundaryProps {
  failure?: ErrorPlacement;
  /** Called when the user closes the error message. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** Error boundary that shows an error for its children only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean; isClosed: boolean }> {
  override state = { hasFailed: false, isClosed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error("A part of the page failed.", error);
  }

  override render() {
    const { failure = "here", onClose, children } = this.props;
    if (!this.state.hasFailed) return children;
    if (this.state.isClosed) return null;
    const close = () => {
      this.setState({ isClosed: true });
      onClose?.();
    };
    return (
      <Failed failure={failure} onRetry={() => this.setState({ hasFailed: false })} onClose={onClose && close}>
        This part could not be shown.
      </Failed>
    );
  }
}
