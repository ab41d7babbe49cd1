import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";
import type { Config } from "#app/env.server.ts";
import type { ApiResponse } from "#app/http/api/api-response.ts";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import type { FormLanguages } from "#app/lib/languages.ts";

type LiveForm = {
  version: string;
  visitKey: string;
  clickDays: number;
  links: ReadonlyMap<string, string>;
  hasBrokerLinks: boolean;
  languages: FormLanguages;
};

type GetHeader = (name: string) => string | undefined;
type PageRequest = { search: string; header: GetHeader };
/** A language, a locale that asks for its texts, and which of them these are. */
export type PageChoice = { language: string; locale: string; theme: string | undefined; variant: string };

/** What a broker link answers: it leads on, or a page is shown in place of it. */
type GoAnswer =
  | { kind: "led"; status: number; location: string; cookies: string[] }
  | { kind: "gone" | "elsewhere" | "asked" };

/** The services that the fast lane calls for the busiest URLs. */
export type FastPathServices = {
  submit(request: ApiRequest): Promise<ApiResponse>;
  takePostback(request: ApiRequest): Promise<ApiResponse>;
  findLiveForm(slug: string): Promise<LiveForm | null>;
  /** Whether `findLiveForm` has found that no form has or had a slug. */
  wasFoundUnknown(slug: string): boolean;
  /** The language of the page for such a slug. */
  chooseFromAll(request: { search: string; acceptLanguage: string | null }): string;
  /** Counts a page request that no route sees. */
  isWithinLimit(clientAddress: string): Promise<boolean>;
  choosePage(
    languages: FormLanguages,
    request: { search: string; acceptLanguage: string | null },
  ): PageChoice;
  isFetchedAhead(header: GetHeader): boolean;
  countPageView(form: LiveForm, request: PageRequest): void;
  createPageCookies(form: LiveForm, request: PageRequest): string[];
  followLink(
    request: PageRequest & {
      code: string;
      method: string;
      clientAddress: string;
      isFromTrustedProxy: boolean;
    },
  ): Promise<GoAnswer>;
};

export type Metrics = {
  token: string;
  countRequest(request: { route: string; method: string; status: number; seconds: number }): void;
  /** The figures of this process alone, in the format of Prometheus. */
  readProcess(): Promise<string>;
  /** Those that are the same for all processes. Never fails. */
  readShared(): Promise<string>;
};

/** Handles a request in a span, which ends with what is called when its response has ended. */
export type TraceRequest = (
  request: { method: string; headers: IncomingHttpHeaders },
  handle: () => void,
) => (end: { route: string; status: number; requestId: string }) => void;

/** The exports of the Remix build's entry module for the server: one copy of the app, one connection pool. */
export type ServerApp = {
  config: Config;
  logger: Logger;
  accessLogger: Logger;
  /**
   * Connects to the database, checks its migrations and starts the jobs. Errors are sentences for the
   * operator.
   */
  start(): Promise<void>;
  /** Drains queued writes, releases leases, closes the pool. */
  stop(): Promise<void>;
  fastPathServices: FastPathServices;
  /** Null if nobody reads them. */
  metrics: Metrics | null;
  /** Null where no traces are collected. */
  traceRequest: TraceRequest | null;
  readiness(): Promise<{ isReady: boolean; problems: string[] }>;
};
