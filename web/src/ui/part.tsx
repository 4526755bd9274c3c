import {
  Component,
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { cn } from "@/lib/cn";
import { fetchCode } from "@/lib/fetch-code";
import { LoadError } from "./load-error";

/** Where a part that failed says so: in its place, or, where it has none on the page, above it. `silent` ones go on waiting. */
type Failure = "here" | "above" | "silent";

interface PartOptions<Props> {
  /** Shown until the code is there. */
  waiting?: ReactNode | ((props: Props) => ReactNode);
  failure?: Failure;
}

/** A component whose code is fetched when it is first shown, or before, by `prepare`. */
export type Part<Props> = ComponentType<Props> & {
  /** Fetches the code; rejects where it does not come. The next call tries again. */
  prepare: () => Promise<unknown>;
};

/** Code that is fetched once; a failed fetch is forgotten, so that the next call tries again. */
interface Source<Props> {
  get: () => ComponentType<Props> | undefined;
  fetch: () => Promise<ComponentType<Props>>;
}

function sourceOf<Props>(load: () => Promise<ComponentType<Props>>): Source<Props> {
  let code: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  async function fetch() {
    try {
      code = await fetchCode(load);
      return code;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }
  return {
    get: () => code,
    fetch: () => {
      loading ??= fetch();
      return loading;
    },
  };
}

/**
 * A part of a page that is fetched when it is wanted. If it does not come or breaks, nothing else does: it says so, can be
 * tried again, and is when the connection is back.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: PartOptions<Props> = {},
): Part<Props> {
  const source = sourceOf(load);
  const show = (props: Props) => <LatePart source={source} options={options} props={props} />;
  return Object.assign(show, { prepare: source.fetch });
}

interface LatePartProps<Props> {
  source: Source<Props>;
  options: PartOptions<Props>;
  props: Props;
}

function LatePart<Props extends object>({ source, options, props }: LatePartProps<Props>) {
  const { waiting = null, failure = "here" } = options;
  const [Shown, setShown] = useState(source.get);
  const [hasFailed, setFailed] = useState(false);
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
  // With the words that say so: from then on no return of the connection is missed.
  useLayoutEffect(() => {
    if (!hasFailed) return undefined;
    window.addEventListener("online", fetch);
    return () => window.removeEventListener("online", fetch);
  }, [hasFailed, fetch]);
  if (Shown) {
    return (
      <Boundary failure={failure}>
        <Shown {...props} />
      </Boundary>
    );
  }
  if (hasFailed && failure !== "silent") {
    return (
      <Failed failure={failure} onRetry={fetch}>
        This part could not be loaded. Check your connection.
      </Failed>
    );
  }
  return typeof waiting === "function" ? waiting(props) : waiting;
}

function Failed({ failure, children, onRetry }: { failure: Failure; children: string; onRetry: () => void }) {
  if (failure === "silent") return null;
  return (
    <div className={cn(failure === "above" && "part-failed")}>
      <LoadError as="banner" onRetry={onRetry}>
        {children}
      </LoadError>
    </div>
  );
}

interface BoundaryProps {
  failure?: Failure;
  children: ReactNode;
}

/** Keeps an error of its children to itself. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error("A part of the page failed.", error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Failed failure={this.props.failure ?? "here"} onRetry={() => this.setState({ hasFailed: false })}>
        This part could not be shown.
      </Failed>
    );
  }
}
