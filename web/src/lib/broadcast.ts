/** A typed channel between the tabs of this browser. A tab does not hear itself. */
interface Channel<Message> {
  send(message: Message): void;
  /** Returns how to stop listening. */
  listen(handler: (message: Message) => void): () => void;
}

/** Opens the channel at first use; where the browser has none, messages go nowhere. */
export function channel<Message>(name: string): Channel<Message> {
  let opened: BroadcastChannel | undefined;
  const open = () => {
    if (typeof BroadcastChannel !== "undefined") opened ??= new BroadcastChannel(name);
    return opened;
  };
  return {
    send: (message) => open()?.postMessage(message),
    listen: (handler) => {
      const onMessage = (event: MessageEvent<Message>) => handler(event.data);
      open()?.addEventListener("message", onMessage);
      return () => open()?.removeEventListener("message", onMessage);
    },
  };
}
