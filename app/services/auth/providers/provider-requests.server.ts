import { AuthorizationResponseError, type CustomFetch } from "openid-client";
import { sendRequest } from "#app/lib/http-client.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ProviderUnreachable, SignInRefused } from "./provider.ts";

const CALL_MAX_MS = 10_000;

/** openid-client's requests through our own client: no redirects, 10 s, and only allowed origins. */
export function createProviderFetch(name: string, isAllowed: (origin: string) => boolean): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { origin } = new URL(url);
    if (!isAllowed(origin))
      throw new ProviderUnreachable(name, { cause: new Error(`not allowed: ${origin}`) });
    const response = await sendRequest({
      method: method === "POST" ? "POST" : "GET",
      url,
      allowedBase: origin,
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      timeoutMs: CALL_MAX_MS,
    });
    if (response.kind !== "complete" || response.isOversized || (response.httpStatus ?? 500) >= 500) {
      const what = response.fault ?? `status ${response.httpStatus}`;
      throw new ProviderUnreachable(name, { cause: new Error(`${what} from ${origin}`) });
    }
    return new Response(response.body === "" ? null : response.body, {
      status: response.httpStatus ?? 500,
      headers: response.headers,
    });
  };
}

/** Turns a failure at a provider into one of the two errors that people see. */
export function toSignInError(error: unknown): Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderUnreachable) return cause;
  if (error instanceof AuthorizationResponseError && error.error === "access_denied")
    return new SignInRefused({ isCancelled: true, message: messages.social.cancelled }, { cause: error });
  return new SignInRefused({}, { cause: error });
}
