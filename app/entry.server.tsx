import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { ActionReplies } from "#app/components/layout/document-title.tsx";
import { followLink } from "#app/http/broker-link.server.ts";
import { chooseFromAll, choosePage } from "#app/http/choose-language.server.ts";
import { createPageCookies } from "#app/http/cookies/visit.server.ts";
import { documentPolicy } from "#app/http/csp.ts";
import { toDomainError } from "#app/http/error-responses.server.ts";
import { isWithinLimit } from "#app/http/limits/page-limits.server.ts";
import { countPageView, isFetchedAhead } from "#app/http/page-view.server.ts";
import { renderWithFormats } from "#app/http/regional-formats.server.ts";
import { wasFoundUnknown } from "#app/services/opt-in-forms/form-slugs.server.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { config } from "./env.server.ts";
import type { LoadContext } from "./http/load-context.ts";
import { accessLog, log } from "./lib/log.server.ts";
import { traceRequest } from "./lib/tracing.server.ts";
import { isReady, metrics, startApp, stopApp } from "./lifecycle.server.ts";
import { action as submit } from "./routes/api/optin/submit.ts";
import { action as takePostback } from "./routes/api/postbacks/receive.ts";

/** The server imports the app from here only: a second import would open a second connection pool. */
export const app = {
  config,
  logger: log,
  accessLogger: accessLog,
  start: startApp,
  stop: stopApp,
  readiness: isReady,
  metrics,
  traceRequest,
  /** The services that the fast lane calls for the busiest URLs. */
  fastPathServices: {
    submit: submit.respond,
    takePostback: takePostback.respond,
    async findLiveForm(slug: string) {
      try {
        return await findLiveForm(slug);
      } catch (error) {
        throw toDomainError(error) ?? error;
      }
    },
    wasFoundUnknown,
    chooseFromAll,
    isWithinLimit,
    choosePage,
    isFetchedAhead,
    countPageView,
    createPageCookies,
    async followLink(request: Parameters<typeof followLink>[0]) {
      try {
        return await followLink(request);
      } catch (error) {
        throw toDomainError(error) ?? error;
      }
    },
  },
};

export type App = typeof app;

const RENDER_MS = 10_000;

/** React 18 fills a piece up with zeros where the next character has more bytes than there is room. */
function withoutFill(piece: Uint8Array): Uint8Array {
  let end = piece.length;
  while (end > 0 && piece[end - 1] === 0) end--;
  return piece.subarray(0, end);
}

/**
 * Renders the whole page before its first byte, so that its status is right and nothing needs script. It leaves
 * in one piece: React writes 2 KB at a time, and each piece would be compressed on its own.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: LoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Content-Security-Policy")) {
    headers.set(
      "Content-Security-Policy",
      documentPolicy({ nonce: context.nonce, isDevelopment: import.meta.env.DEV }),
    );
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  const replies = remix.staticHandlerContext.actionData ?? {};
  const render = () =>
    new Promise<Response>((resolve, reject) => {
      let hasFailed = false;
      const { pipe, abort } = renderToPipeableStream(
        <ActionReplies.Provider value={replies}>
          <RemixServer context={remix} url={request.url} nonce={context.nonce} abortDelay={RENDER_MS} />
        </ActionReplies.Provider>,
        {
          nonce: context.nonce,
          onAllReady() {
            const pieces: Uint8Array[] = [];
            const body = new Writable({
              write(piece: Uint8Array, _encoding, done) {
                pieces.push(withoutFill(piece));
                done();
              },
            });
            finished(pipe(body))
              .then(() => new Response(Buffer.concat(pieces), { status: hasFailed ? 500 : status, headers }))
              .then(resolve, reject);
          },
          onShellError: reject,
          onError(error) {
            hasFailed = true;
            log.error({ err: error, requestId: context.requestId }, "a page could not be rendered");
          },
        },
      );
      setTimeout(abort, RENDER_MS).unref();
    });
  return renderWithFormats(remix.staticHandlerContext.loaderData, render);
}

/** The data of the same pages, requested by script: as private as the pages. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return response;
};

/** Logs unexpected errors. The page shows only the request id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Remix's own refusal, such as of a POST to a page without an action, is the client's error.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  log.error({ err: error, requestId: context.requestId }, "unexpected error");
};
