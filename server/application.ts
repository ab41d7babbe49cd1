import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { LoadContext } from "#app/http/load-context.ts";
import type { TrustsHop } from "./client-address.ts";
import { methodGuard } from "./method-guard.ts";
import { getRequestContext } from "./request-context.ts";

type ApplicationOptions = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  files: RequestHandler;
  health: RequestHandler;
  trusts: TrustsHop | null;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
};

/** Everything behind the front door and the fast lane: the order of the middlewares, and Remix. */
export function createApplication({ build, files, health, trusts, onError }: ApplicationOptions): Express {
  const application = express();
  application.disable("x-powered-by");
  // Remix reads the query itself.
  application.set("query parser", false);
  application.set("trust proxy", trusts ?? false);

  application.use(compression({ filter: isCompressible }));
  application.use(files);
  application.use(health);
  application.use(methodGuard);
  application.all("*", createRequestHandler({ build, getLoadContext }));
  // Express knows an error handler by its four parameters.
  const failed: ErrorRequestHandler = (error, req, res, _next) => onError(error, req, res);
  application.use(failed);
  return application;
}

/** An event stream must leave line by line. */
const isCompressible: compression.CompressionFilter = (req, res) =>
  !String(res.getHeader("Content-Type")).startsWith("text/event-stream") && compression.filter(req, res);

function getLoadContext(req: express.Request): LoadContext {
  const { requestId, clientAddress, origin, nonce } = getRequestContext(req);
  return { requestId, clientAddress, origin, nonce };
}
