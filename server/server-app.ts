import type { Logger } from "pino";
import type { Config } from "#app/env.server.ts";

/** What the server takes from the Remix build's entry module, so that there is one copy of the app and one pool. */
export type ServerApp = {
  config: Config;
  logger: Logger;
  /** Reaches the database, checks its migrations, begins the background work. Throws an Error that is a sentence. */
  start(): Promise<void>;
  /** Drains queued writes, gives leases back, closes the pool. */
  stop(): Promise<void>;
  readiness(): Promise<{ isReady: boolean; problems: string[] }>;
};
