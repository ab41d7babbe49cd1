import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { LoadContext } from "#app/http/load-context.ts";
import type { IsTrustedProxy } from "./client-address.ts";
import { isDrained } from "./is-drained.ts";
import { createMethodGuard } from "./method-guard.ts";
import { createRemixRouter } from "./remix-router.ts";
import { getRequestContext } from "./request-context.ts";
import { getSearch } from "./request-target.ts";

type ApplicationOptions = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  files: RequestHandler;
  health: RequestHandler;
  metrics: RequestHandler | null;
  isTrustedProxy: IsTrustedProxy | null;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
};

/** The Express application behind the request gate and the fast lane: middleware in order, then Remix. */
export function createApplication({
  build,
  files,
  health,
  metrics,
  isTrustedProxy,
  onError,
}: ApplicationOptions): Express {
  const application = express();
  application.disable("x-powered-by");
  // Remix parses the query itself.
  application.set("query parser", false);
  application.set("trust proxy", isTrustedProxy ?? false);

  application.use(compression({ filter: isCompressible, brotli: { params: BROTLI } }));
  application.use(countAs("(file)"));
  application.use(files);
  application.use(countAs(null));
  application.use(health);
  if (metrics) application.use(metrics);
  application.use(createMethodGuard(build));
  application.all(
    "*",
    // In development the routes change while the server runs.
    typeof build === "function"
      ? createRequestHandler({ build, getLoadContext })
      : createRemixRouter(build, getLoadContext),
  );
  // Express recognises an error handler by its four parameters.
  const handleError: ErrorRequestHandler = (error, req, res, _next) => onError(error, req, res);
  application.use(handleError);
  return application;
}

/** Half the processor time of the default quality, 4, for a sixteenth more bytes of a page. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 2 };

/** A file has no route. What passes the files is matched when its response has ended. */
const countAs =
  (route: string | null): RequestHandler =>
  (req, _res, next) => {
    getRequestContext(req).route = route;
    next();
  };

/** Compression would delay the lines of an event stream. */
const isCompressible: compression.CompressionFilter = (req, res) =>
  !String(res.getHeader("Content-Type")).startsWith("text/event-stream") && compression.filter(req, res);

function getLoadContext(req: express.Request, res: express.Response): LoadContext {
  const { requestId, clientAddress, isFromTrustedProxy, origin, refusedWithoutToken, nonce, deadline } =
    getRequestContext(req);
  return {
    requestId,
    search: getSearch(req.originalUrl),
    clientAddress,
    isFromTrustedProxy,
    origin,
    refusedWithoutToken,
    nonce,
    deadline,
    isDrained: () => isDrained(res),
  };
}
