import type { AppLoadContext } from "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    requestId: string;
    /** The query as it was sent, with its `?`: Remix normalizes the query of the request's URL. */
    search: string;
    /** From the server only: behind proxies it is what TRUST_PROXY's hops say. */
    clientAddress: string;
    /** The request's `Origin`, which the server's gate has judged and taken off the request. */
    origin: string | null;
    /** For the document's scripts and its Content-Security-Policy. */
    nonce: string;
    /**
     * Resolves once more of a long response can be written: Remix would keep in memory what a slow client has
     * not read. False if the client is gone or has stopped reading.
     */
    isDrained(): Promise<boolean>;
  }
}

/** What every loader and action gets beside the request. */
export type LoadContext = Pick<
  AppLoadContext,
  "requestId" | "search" | "clientAddress" | "origin" | "nonce" | "isDrained"
>;
