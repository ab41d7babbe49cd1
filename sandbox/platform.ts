import type { IncomingHttpHeaders } from "node:http";
import type { FaultBook } from "./faults.ts";
import type { ReceivedLog } from "./received.ts";
import type { Reply } from "./reply.ts";

/** What can be switched while the sandbox runs. */
export type Settings = {
  /** Enforces what a platform documents and was not seen to enforce. */
  isStrict: boolean;
  /** The HTTP status of a rate limit, where both 400 and 429 are reported. */
  rateLimitStatus: number;
  /** After how long an event has its result, where a platform reports later. */
  resultMs: number;
};

export type PlatformRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
};

export type SandboxState = {
  received: ReceivedLog;
  faults: FaultBook;
  settings: Settings;
  now: () => number;
};

/** One ad platform as the sandbox plays it: the paths of its service, and its responses. */
export type SandboxPlatform = {
  /** As `/received` gives it. */
  id: string;
  name: string;
  /** The environment variables that point the product at this service, below the sandbox's URL. */
  environment(url: string): Record<string, string>;
  /** Whether its service has this path. The first platform of the list that says yes responds. */
  hasPath(path: string): boolean;
  respond(request: PlatformRequest, state: SandboxState): Reply;
  /** Forgets what it keeps between calls. */
  reset?(): void;
};
