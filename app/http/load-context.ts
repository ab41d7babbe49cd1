import type { AppLoadContext } from "@remix-run/node";
import type { Deadline } from "#app/lib/deadline.server.ts";
import type { ErrorCode } from "#app/lib/error-codes.ts";

declare module "@remix-run/node" {
  interface AppLoadContext {
    requestId: string;
    /** The query as sent, with its `?`. Remix normalizes the query of the request's URL. */
    search: string;
    /** The client's IP address. Behind proxies, by the hops of TRUST_PROXY. */
    clientAddress: string;
    /** Whether a trusted proxy sends the request: only then what it says of the visitor counts. */
    isFromTrustedProxy: boolean;
    /** The request's `Origin`, which the request gate has checked and removed. */
    origin: string | null;
    /**
     * For a page's post with cookies and without a header that names its origin: the response unless its form
     * has the session's token.
     */
    refusedWithoutToken: { status: 403; code: ErrorCode<403>; message: string } | null;
    /** For the document's scripts and its Content-Security-Policy. */
    nonce: string;
    /** When the response must be on its way. */
    deadline: Deadline;
    /**
     * Resolves once more of a long response can be written, so that Remix does not buffer it for a slow
     * client. False if the client is gone or has stopped reading.
     */
    isDrained(): Promise<boolean>;
  }
}

/** What every loader and action gets besides the request. */
export type LoadContext = Pick<
  AppLoadContext,
  | "requestId"
  | "search"
  | "clientAddress"
  | "isFromTrustedProxy"
  | "origin"
  | "refusedWithoutToken"
  | "nonce"
  | "deadline"
  | "isDrained"
>;
