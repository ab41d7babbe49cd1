import { createClient } from "@redis/client";
import { SECOND } from "./dates.ts";
import { log } from "./log.server.ts";

/** A slower response counts as none, because requests wait for it. */
const RESPONSE_MAX_MS = 300;
/** After a failure, Redis is not asked for this long. */
const PAUSE_MS = SECOND;

type Client = ReturnType<typeof createRedisClient>;

export type Redis = {
  client: Client;
  /**
   * Sends a command.
   * @throws {Error} at once while Redis cannot be reached or did not respond just now
   */
  run<T>(command: (client: Client) => Promise<T>): Promise<T>;
  /** Listens on a connection of its own, and again after each loss of it. @returns a function that stops it */
  subscribe(channel: string, listener: (message: string) => void): () => void;
  close(): void;
};

const createRedisClient = (url: string, disableOfflineQueue: boolean) => {
  const client = createClient({
    url,
    disableOfflineQueue,
    socket: { reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 5 * SECOND) },
  });
  client.on("error", (error: Error) => log.warn({ err: error }, "Redis cannot be reached"));
  // The error event logs the reason, and the client tries again.
  client.connect().catch(() => undefined);
  return client;
};

/** Connects in the background, and again whenever the connection is lost. */
export function connectRedis(url: string): Redis {
  const client = createRedisClient(url, true);
  let pausedUntil = 0;
  return {
    client,
    async run(command) {
      if (!client.isReady || Date.now() < pausedUntil) throw new Error("Redis cannot be reached.");
      try {
        return await inTime(command(client));
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_MS;
        log.warn({ err: error }, "Redis did not respond");
        throw error;
      }
    },
    subscribe(channel, listener) {
      const subscriber = createRedisClient(url, false);
      subscriber.subscribe(channel, listener).catch(() => undefined);
      return () => subscriber.destroy();
    },
    close: () => client.destroy(),
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no response in time")), RESPONSE_MAX_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    // It may still fail after the timeout.
    work.catch(() => undefined);
  }
}
