import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Config } from "#app/env.server.ts";
import { createAccessLog, createAddressHash } from "./access-log.ts";
import { getClientAddress, type IsTrustedProxy } from "./client-address.ts";
import { type HttpError, httpErrors, sendErrorResponse } from "./error-responses.ts";
import { ANY_HOST_PATHS, createHostGate, publicAddress } from "./host-gate.ts";
import { enforceOrigin } from "./origin-gate.ts";
import { cleanProxyHeaders, forwardedHost, isTrustedPeer } from "./proxy-headers.ts";
import { RequestContext, setRequestContext } from "./request-context.ts";
import { getRequestId } from "./request-id.ts";
import { getPath, hasDataQuery, isValidPath } from "./request-target.ts";
import type { SetDefaultHeaders } from "./security-headers.ts";
import { DROPPED_MAX_BYTES } from "./unread-body.ts";

type RequestGateOptions = {
  config: Config;
  logger: Logger;
  listeningPort: number;
  isTrustedProxy: IsTrustedProxy | null;
  setDefaultHeaders: SetDefaultHeaders;
};

/**
 * Runs before anything else. Returns null if it has sent a response; otherwise the request has its context
 * and no forged proxy header.
 */
export function createRequestGate({
  config,
  logger,
  listeningPort,
  isTrustedProxy,
  setDefaultHeaders,
}: RequestGateOptions) {
  const checkHost = createHostGate(config, listeningPort);
  const publicHost = publicAddress(config, listeningPort).host;
  const logAccess = createAccessLog(logger, createAddressHash(config.sessionSecrets[0] ?? ""));

  return (req: IncomingMessage, res: ServerResponse): RequestContext | null => {
    const target = req.url ?? "/";
    const path = getPath(target);
    const context = new RequestContext({
      requestId: getRequestId(req.headers),
      clientAddress: getClientAddress(req, isTrustedProxy),
      isFromTrustedProxy: isTrustedPeer(req, isTrustedProxy),
      origin: req.headers.origin ?? null,
    });
    setRequestContext(req, context);
    logAccess({ req, res, path, context });

    const refuse = (response: HttpError): null => {
      setDefaultHeaders(res, context);
      sendErrorResponse(req, res, context.requestId, response);
      return null;
    };

    // What a broker sends is in its log, whatever it is.
    const isPostback = path.startsWith("/api/postbacks/");
    if (!isValidPath(path) || (target.includes("%00") && !isPostback))
      return refuse(httpErrors.malformedPath);
    const { hosts, hasProxyHeaders } = scanHeaders(req);
    if (hosts > 1) return refuse(httpErrors.badHost);
    let host = checkHost(req.headers.host);
    if (!host.isServed) {
      const forwarded = ANY_HOST_PATHS.has(path) ? publicHost : forwardedHost(req, isTrustedProxy);
      const forwardedCheck = forwarded === undefined ? host : checkHost(forwarded);
      if (forwardedCheck.isServed) {
        // Remix builds the request's URL from this header.
        req.headers.host = forwarded;
        host = forwardedCheck;
      }
    }
    if (!host.isServed) {
      const isSafe = req.method === "GET" || req.method === "HEAD";
      if (!host.redirectsTo || !isSafe) return refuse(httpErrors.badHost);
      setDefaultHeaders(res, context);
      res.writeHead(302, { Location: host.redirectsTo + target, "Cache-Control": "no-store" }).end();
      return null;
    }
    if (hasProxyHeaders) cleanProxyHeaders(req, isTrustedProxy);
    if (hasDataQuery(target) && !isPostback) return refuse(httpErrors.dataQuery);
    const decision = enforceOrigin(req, path, host.origins);
    if (decision === "refuse") return refuse(httpErrors.foreignOrigin);
    if (decision === "pass with page token") context.refusedWithoutToken = httpErrors.foreignOrigin;
    if (Number(req.headers["content-length"] ?? 0) > DROPPED_MAX_BYTES) return refuse(httpErrors.tooLarge);
    return context;
  };
}

/**
 * Node keeps the first of two `Host` headers; a proxy may have read the second. Most requests have no header
 * with a prefix of proxies.
 */
function scanHeaders({ rawHeaders }: IncomingMessage): { hosts: number; hasProxyHeaders: boolean } {
  let hosts = 0;
  let hasProxyHeaders = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    const first = name[0];
    if (first === "x" || first === "X" || first === "f" || first === "F") hasProxyHeaders = true;
    else if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return { hosts, hasProxyHeaders };
}
