export function EmptyStateDrawing() {
  return (
    <svg
      width="112"
      height="88"
      viewBox="0 0 112 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="18" y="12" width="44" height="58" rx="4" fill="var(--surface)" transform="rotate(-8 40 41)" />
      <rect x="50" y="14" width="44" height="58" rx="4" fill="var(--surface)" transform="rotate(6 72 43)" />
      <path d="M60 30l22 2.3M59 38l22 2.3M58 46l13 1.4" opacity=".55" strokeLinecap="round" />
      <path d="M12 80h88" strokeDasharray="2 5" strokeLinecap="round" />
      <path d="M24 14 88 78" stroke="var(--accent)" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
