import cluster from "node:cluster";
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { errorBody } from "./error-responses.ts";
import { readFromAll } from "./process-figures.ts";
import { findRequestContext } from "./request-context.ts";
import type { Metrics } from "./server-app.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * `/metrics`, in the format of Prometheus: the figures of all processes of this port, and those that they
 * share once.
 */
export function createMetrics({ token, readProcess, readShared }: Metrics, logger: Logger): RequestHandler {
  const expected = digest(token);
  const readProcesses = async () => {
    if (!cluster.isWorker) return readProcess();
    return readFromAll().catch((error: unknown) => {
      logger.warn({ err: error }, "the figures of the other processes could not be read");
      return readProcess();
    });
  };
  return async (req, res, next) => {
    if (req.path !== "/metrics" || (req.method !== "GET" && req.method !== "HEAD")) return next();
    res.setHeader("Cache-Control", "no-store");
    const given = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? "";
    if (!timingSafeEqual(digest(given), expected)) {
      const requestId = findRequestContext(req)?.requestId ?? randomUUID();
      const message = "Send METRICS_TOKEN as a bearer token.";
      res.setHeader("WWW-Authenticate", "Bearer");
      res
        .status(401)
        .type("json")
        .send(errorBody({ status: 401, code: "unauthenticated", message }, requestId));
      return;
    }
    try {
      const [processes, shared] = await Promise.all([readProcesses(), readShared()]);
      res.setHeader("Content-Type", CONTENT_TYPE);
      res.end(`${processes.trimEnd()}\n${shared.trimEnd()}\n`);
    } catch (error) {
      next(error);
    }
  };
}
