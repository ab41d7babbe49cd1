import type { AppLoadContext } from "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    requestId: string;
    /** From the server only: behind proxies it is what TRUST_PROXY's hops say. */
    clientAddress: string;
    /** The request's `Origin`, which the server's gate has judged and taken off the request. */
    origin: string | null;
    /** For the document's scripts and its Content-Security-Policy. */
    nonce: string;
  }
}

/** What every loader and action gets beside the request. */
export type LoadContext = Pick<AppLoadContext, "requestId" | "clientAddress" | "origin" | "nonce">;
