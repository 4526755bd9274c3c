/** How a short message looks and how long it stays. */
export type ToastOptions = {
  /** `error` is announced at once and stays until closed; anything else goes after 2 s. */
  kind?: "info" | "success" | "error";
  /** True for a message that stays until it is closed or its action is pressed. */
  stays?: boolean;
  /** An error that nothing can be done about goes after 2 s, too. */
  isBrief?: boolean;
  action?: { label: string; onClick: () => void };
  /** A second toast with the same id replaces the first. */
  id?: string;
};
