/** A typed channel between the tabs of this browser. A tab does not hear itself. */
interface Channel<Message> {
  send(message: Message): void;
  /** Returns how to stop listening. */
  listen(handler: (message: Message) => void): () => void;
  /** Holds what is said from now on for the first who listens: a page asks the server before it has the code that does. */
  hold(): void;
}

/** Opens the channel at first use; where the browser has none, messages go nowhere. */
export function channel<Message>(name: string): Channel<Message> {
  let opened: BroadcastChannel | undefined;
  const open = () => {
    if (typeof BroadcastChannel !== "undefined") opened ??= new BroadcastChannel(name);
    return opened;
  };
  const held: Message[] = [];
  const onHeld = (event: MessageEvent<Message>) => held.push(event.data);
  return {
    send: (message) => open()?.postMessage(message),
    listen: (handler) => {
      const onMessage = (event: MessageEvent<Message>) => handler(event.data);
      open()?.addEventListener("message", onMessage);
      open()?.removeEventListener("message", onHeld);
      for (const message of held.splice(0)) handler(message);
      return () => open()?.removeEventListener("message", onMessage);
    },
    hold: () => open()?.addEventListener("message", onHeld),
  };
}
