import { Spinner } from "./spinner";

export function Loading() {
  return (
    <div className="grid min-h-dvh place-items-center text-text-2" role="status">
      <span className="flex items-center gap-3">
        <Spinner />
        Loading...
      </span>
    </div>
  );
}
