/**
 * Every call that our pages make by script, the framework's included: it carries the device's identity, and a GET that failed on the way
 * or with 500 and above is repeated. A POST is not: it may have been done. Where it got no answer it fails with `NoAnswer`.
 * The server decides what the identity is worth; without script the same pages come as documents.
 */
import { debugLog } from "#app/browser/shared/debug-log.ts";
import { getDeviceIdentity } from "#app/browser/shared/device-identity.ts";

const RETRIES_MAX = 3;
const RETRY_FIRST_MS = 1000;
type Identity = ReturnType<typeof getDeviceIdentity>;

/** Nothing of ours came back for a POST: for want of a connection, or because the server behind it is away. */
export class NetworkError extends Error {
  readonly isOurFault: boolean;

  constructor(isOurFault: boolean, options?: ErrorOptions) {
    super(isOurFault ? "The server is away." : "There is no connection.", options);
    this.isOurFault = isOurFault;
  }
}

/** Puts itself in front of `window.fetch`. Calls to other origins pass untouched. */
export function patchFetch(): void {
  const plainFetch = window.fetch.bind(window);
  let identity: Identity | undefined;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin) return plainFetch(request);
    identity ??= getDeviceIdentity();
    request.headers.set("X-Device-Id", identity.deviceId);
    request.headers.set("X-Device-Fingerprint", identity.deviceFingerprint);
    debugLog("device", identity);
    return request.method === "GET" ? retrying(request, plainFetch) : once(request, plainFetch);
  };
}

async function once(request: Request, plainFetch: typeof fetch): Promise<Response> {
  const answer = await plainFetch(request).catch((cause: unknown) => {
    throw request.signal.aborted ? cause : new NetworkError(false, { cause });
  });
  if (!isOurs(answer)) throw new NetworkError(true);
  return answer;
}

/** Remix marks its responses, and the server all of its own. Anything else is from a proxy in front. */
function isOurs({ status, headers }: Response): boolean {
  if (headers.has("X-Remix-Response")) return true;
  const isPage = headers.get("Content-Type")?.startsWith("text/html") === true;
  return status < 500 && !(isPage && !headers.has("X-Request-Id"));
}

/** After 1, 2 and 4 seconds. What the page no longer wants is not asked for again. */
async function retrying(request: Request, plainFetch: typeof fetch): Promise<Response> {
  for (let retry = 0; ; retry++) {
    const isLast = retry === RETRIES_MAX;
    try {
      const answer = await plainFetch(request.clone());
      if (answer.status < 500 || isLast) return answer;
    } catch (error) {
      if (request.signal.aborted || isLast) throw error;
    }
    await pause(RETRY_FIRST_MS * 2 ** retry, request.signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
