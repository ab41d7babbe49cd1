/**
 * Adds the device's identity to all requests of our pages. A failed GET is retried; a failed POST may have
 * had its effect, so it throws a `NetworkError`; a failed page load dispatches `LOAD_FAILED`.
 */
import { debugLog } from "#app/browser/shared/debug-log.ts";
import { getDeviceIdentity } from "#app/browser/shared/device-identity.ts";

const RETRIES_MAX = 3;
const RETRY_FIRST_MS = 1000;
/** A `CustomEvent<LoadFailure>` of the window. */
export const LOAD_FAILED = "attesto:load-failed";
export type LoadFailure = {
  /** The status of the response, which was not the app's or said that it is busy; null without a connection. */
  status: number | null;
};

type Identity = ReturnType<typeof getDeviceIdentity>;

/** A POST got no response of the app: there is no connection, or something in front of the app responded. */
export class NetworkError extends Error {
  /** The status of that response; null without a connection. */
  readonly status: number | null;

  constructor(status: number | null, options?: ErrorOptions) {
    super(status === null ? "There is no connection." : `Something else responded with ${status}.`, options);
    this.status = status;
  }
}

/** The app's response to a POST broke halfway: the POST may have had its effect. */
export class CutResponse extends NetworkError {
  constructor(options: ErrorOptions) {
    super(null, options);
  }
}

/** Wraps `window.fetch`. Requests to other origins are not changed. */
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
    if (request.method !== "GET") return once(request, plainFetch);
    return isPageLoad(request) ? pageLoad(request, plainFetch) : retrying(request, plainFetch);
  };
}

async function once(request: Request, plainFetch: typeof fetch): Promise<Response> {
  const response = await plainFetch(request).catch((cause: unknown) => {
    throw request.signal.aborted ? cause : new NetworkError(null, { cause });
  });
  if (!isFromApp(request, response)) throw new NetworkError(response.status);
  return readWhole(request, response).catch((cause: unknown) => {
    throw request.signal.aborted ? cause : new CutResponse({ cause });
  });
}

/** Reads Remix's data to its end: while Remix decodes it, a lost connection or an abort is an error of the page. */
const readWhole = async (request: Request, response: Response): Promise<Response> =>
  isData(request) && response.body ? new Response(await response.arrayBuffer(), response) : response;

const isData = ({ url }: Request): boolean => new URL(url).pathname.endsWith(".data");

/** Remix marks its data, even that of refused forms. The server marks everything that it sends. */
const isFromApp = (request: Request, { headers }: Response): boolean =>
  headers.has(isData(request) ? "X-Remix-Response" : "X-Request-Id");

/** Remix's request for the data of a navigation. A fetcher names its route, and handles its own errors. */
const isPageLoad = (request: Request): boolean =>
  isData(request) && !new URL(request.url).searchParams.has("_routes");

/** Never settles after a failure, because an error would replace the page. The next navigation aborts it. */
async function pageLoad(request: Request, plainFetch: typeof fetch): Promise<Response> {
  let status: number | null = null;
  try {
    const response = await retrying(request, plainFetch);
    // Busy, or without its database: what is shown is worth more than that.
    if (isFromApp(request, response) && response.status !== 503) return response;
    status = response.status;
  } catch (error) {
    if (request.signal.aborted) throw error;
  }
  window.dispatchEvent(new CustomEvent<LoadFailure>(LOAD_FAILED, { detail: { status } }));
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
  });
}

/** Retries after 1, 2 and 4 seconds, unless the page has aborted the request. */
async function retrying(request: Request, plainFetch: typeof fetch): Promise<Response> {
  for (let retry = 0; ; retry++) {
    const isLast = retry === RETRIES_MAX;
    try {
      const response = await readWhole(request, await plainFetch(request.clone()));
      if (response.status < 500 || isLast) return response;
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
