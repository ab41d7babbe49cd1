import type { Logger } from "pino";
import type { Config } from "#app/env.server.ts";
import type { ApiAnswer } from "#app/http/endpoint.server.ts";
import type { ApiRequest } from "#app/http/request.server.ts";

type LiveForm = { userId: string; timeZone: string; version: string };

/** The two hottest calls, as the fast lane asks for them. */
export type HotCalls = {
  submit(request: ApiRequest): Promise<ApiAnswer>;
  findLiveForm(slug: string): Promise<LiveForm | null>;
  countView(form: LiveForm): void;
  visitorCookie: string;
  newVisitorCookie(): string;
};

/** What the server takes from the Remix build's entry module, so that there is one copy of the app and one pool. */
export type ServerApp = {
  config: Config;
  logger: Logger;
  /** Reaches the database, checks its migrations, begins the background work. Throws an Error that is a sentence. */
  start(): Promise<void>;
  /** Drains queued writes, gives leases back, closes the pool. */
  stop(): Promise<void>;
  hot: HotCalls;
  readiness(): Promise<{ isReady: boolean; problems: string[] }>;
};
