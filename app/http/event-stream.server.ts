type EventStreamArguments = {
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /**
   * Starts sending.
   * @returns a function that stops it
   */
  start: (send: (data: unknown) => void, close: () => void) => () => void;
};

/** Proxies close a silent connection, so a comment is sent this often. */
const PING_MS = 25_000;

/** A response of server-sent events, open until one side closes it. */
export function eventStream({ signal, start }: EventStreamArguments): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const ping = setInterval(() => write(": ping\n\n"), PING_MS);
      const stop = start(
        (data) => write(`data: ${JSON.stringify(data)}\n\n`),
        () => end(),
      );
      end = () => {
        end = () => {};
        clearInterval(ping);
        stop();
        signal.removeEventListener("abort", onAbort);
        try {
          controller.close();
        } catch {
          // The client has closed it.
        }
      };
      const onAbort = () => end();
      signal.addEventListener("abort", onAbort);
      write("retry: 5000\n\n");
      if (signal.aborted) end();
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform" },
  });
}
