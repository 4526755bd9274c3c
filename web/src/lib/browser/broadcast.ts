/** Typed channel between the tabs of this browser. A tab does not receive its own messages. */
interface Channel<Message> {
  send(message: Message): void;
  /** Returns the unsubscribe function. */
  listen(handler: (message: Message) => void): () => void;
  /** Buffers messages for the first listener, because a page sends requests before the listening code is loaded. */
  buffer(): void;
}

/** Creates a channel, opened on first use. Without `BroadcastChannel`, messages are dropped. */
export function createChannel<Message>(name: string): Channel<Message> {
  let opened: BroadcastChannel | undefined;
  const open = () => {
    if (typeof BroadcastChannel !== "undefined") opened ??= new BroadcastChannel(name);
    return opened;
  };
  const buffered: Message[] = [];
  const onBuffered = (event: MessageEvent<Message>) => buffered.push(event.data);
  return {
    send: (message) => open()?.postMessage(message),
    listen: (handler) => {
      const onMessage = (event: MessageEvent<Message>) => handler(event.data);
      open()?.addEventListener("message", onMessage);
      open()?.removeEventListener("message", onBuffered);
      for (const message of buffered.splice(0)) handler(message);
      return () => open()?.removeEventListener("message", onMessage);
    },
    buffer: () => open()?.addEventListener("message", onBuffered),
  };
}
