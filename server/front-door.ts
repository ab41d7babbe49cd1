import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Config } from "#app/env.server.ts";
import { createAccessLog, createAddressHash } from "./access-log.ts";
import { clientAddressOf, type TrustsHop } from "./client-address.ts";
import { type ErrorAnswer, refusals, sendErrorAnswer } from "./error-answers.ts";
import { createHostGate, HOSTLESS_PATHS, publicAddress } from "./host-gate.ts";
import { passOriginGate } from "./origin-gate.ts";
import { cleanProxyHeaders, forwardedHost } from "./proxy-headers.ts";
import { type RequestContext, setRequestContext } from "./request-context.ts";
import { requestIdOf } from "./request-id.ts";
import { hasDataQuery, isReadablePath, pathOf } from "./request-target.ts";
import type { CompleteHeaders } from "./security-headers.ts";

/** Longer than any body the product takes: not even its beginning is read. */
const DECLARED_LENGTH_MAX = 3 * 1024 * 1024;

type FrontDoorOptions = {
  config: Config;
  logger: Logger;
  listeningPort: number;
  trusts: TrustsHop | null;
  completeHeaders: CompleteHeaders;
};

/**
 * What every request passes before anything reads it. What it refuses it answers, and returns null. What it
 * lets in has its context, no header that only a proxy may write, and no header set on its answer yet.
 */
export function createFrontDoor({
  config,
  logger,
  listeningPort,
  trusts,
  completeHeaders,
}: FrontDoorOptions) {
  const judgeHost = createHostGate(config, listeningPort);
  const publicHost = publicAddress(config, listeningPort).host;
  const logAccess = createAccessLog(logger, createAddressHash(config.sessionSecrets[0] ?? ""));

  return (req: IncomingMessage, res: ServerResponse): RequestContext | null => {
    const target = req.url ?? "/";
    const path = pathOf(target);
    let nonce: string | undefined;
    const context: RequestContext = {
      requestId: requestIdOf(req.headers),
      clientAddress: clientAddressOf(req, trusts),
      origin: req.headers.origin ?? null,
      // Made when a page asks for it: random bytes cost more than all the rest of this.
      get nonce() {
        nonce ??= randomBytes(16).toString("base64");
        return nonce;
      },
      startedAt: performance.now(),
    };
    setRequestContext(req, context);
    logAccess({ req, res, path, context });

    const refuse = (answer: ErrorAnswer): null => {
      completeHeaders(res, context);
      sendErrorAnswer(req, res, context.requestId, answer);
      return null;
    };

    if (!isReadablePath(path) || target.includes("%00")) return refuse(refusals.malformedPath);
    if (hasManyHosts(req)) return refuse(refusals.badHost);
    let host = judgeHost(req.headers.host);
    if (!host.isServed) {
      const forwarded = HOSTLESS_PATHS.has(path) ? publicHost : forwardedHost(req, trusts);
      const named = forwarded === undefined ? host : judgeHost(forwarded);
      if (named.isServed) {
        // Remix makes the address of its request of this header.
        req.headers.host = forwarded;
        host = named;
      }
    }
    if (!host.isServed) {
      const isSafe = req.method === "GET" || req.method === "HEAD";
      if (!host.redirectsTo || !isSafe) return refuse(refusals.badHost);
      completeHeaders(res, context);
      res.writeHead(302, { Location: host.redirectsTo + target, "Cache-Control": "no-store" }).end();
      return null;
    }
    cleanProxyHeaders(req, trusts);
    if (hasDataQuery(target)) return refuse(refusals.dataQuery);
    if (!passOriginGate(req, path, host.origins)) return refuse(refusals.foreignOrigin);
    if (Number(req.headers["content-length"] ?? 0) > DECLARED_LENGTH_MAX) return refuse(refusals.tooLarge);
    return context;
  };
}

/** Node keeps the first of two, a proxy in front may have looked at the second. */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
