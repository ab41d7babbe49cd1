import { config } from "#app/env.server.ts";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import type { AnyOperation } from "./operation.ts";

/** The methods that an address takes, for `Allow`. */
export function allowedMethods(operations: AnyOperation[]): string {
  const methods = operations.flatMap(({ method, consumesToken }) =>
    method === "GET" && !consumesToken ? ["GET", "HEAD"] : [method],
  );
  return [...methods, "OPTIONS"].join(", ");
}

const EXPOSED = { "Access-Control-Expose-Headers": "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After" };
const PREFLIGHT = {
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Idempotency-Key, X-Device-Id, X-Device-Fingerprint, X-Request-Id, X-Workspace-Id",
  "Access-Control-Max-Age": "600",
};

/** The headers for browsers of other sites; none for those that are not listed. */
export function crossOriginHeaders(
  { isOpen, allow }: { isOpen: boolean; allow: string },
  { origin, method }: Pick<ApiRequest, "origin" | "method">,
): Record<string, string> {
  const isListed = origin !== null && config.corsOrigins.includes(origin);
  if (!isOpen && !isListed) return {};
  const allowedOrigin: Record<string, string> = isOpen
    ? { "Access-Control-Allow-Origin": "*" }
    : { "Access-Control-Allow-Origin": origin as string, Vary: "Origin" };
  return method === "OPTIONS"
    ? { ...allowedOrigin, ...EXPOSED, "Access-Control-Allow-Methods": allow, ...PREFLIGHT }
    : { ...allowedOrigin, ...EXPOSED };
}
