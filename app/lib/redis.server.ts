import { createClient } from "@redis/client";
import { MINUTE, SECOND } from "./dates.ts";
import { log } from "./log.server.ts";

/** A slower response counts as none, because requests wait for it. */
const RESPONSE_MAX_MS = 300;
/** After a failure, Redis is not asked for this long. */
const PAUSE_MS = SECOND;

/** One that is starved is silent hundreds of times. */
const LOG_EVERY_MS = MINUTE;

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
    // Otherwise one that is cut off without a word is not noticed for minutes.
    pingInterval: 10 * SECOND,
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
  let loggedAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  const report = (error: unknown) => {
    times += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    log.warn({ err: error, times }, "Redis did not respond");
    loggedAt = performance.now();
    times = 0;
  };
  return {
    client,
    async run(command) {
      if (!client.isReady || Date.now() < pausedUntil) throw new Error("Redis cannot be reached.");
      try {
        return await inTime(command(client));
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_MS;
        report(error);
        throw error;
      }
    },
    subscribe(channel, listener) {
      const subscriber = createRedisClient(url, false);
      let isStopped = false;
      const subscribe = () => {
        // A connection that is lost before the reply refuses it for good.
        subscriber.subscribe(channel, listener).catch(() => {
          if (!isStopped) setTimeout(subscribe, PAUSE_MS).unref();
        });
      };
      subscribe();
      return () => {
        isStopped = true;
        subscriber.destroy();
      };
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
