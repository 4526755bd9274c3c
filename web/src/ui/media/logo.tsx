/** Logo: an N of two pages and a coloured stroke. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" fill="var(--mark-tile)" />
      <path
        d="M8 8h2a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM22 8h2a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z"
        fill="var(--mark-page)"
      />
      <path d="M7 8.9A.9.9 0 0 1 7.9 8h3.5a1.8 1.8 0 0 1 1.4.65L25 23.9z" fill="var(--mark-stroke)" />
    </svg>
  );
}
