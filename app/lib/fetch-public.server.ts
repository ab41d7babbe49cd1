import { Agent, fetch, type Response } from "undici";
import { SECOND } from "#app/lib/dates.ts";
import { publicConnector } from "#app/lib/public-addresses.server.ts";

const CONNECT_MAX_MS = 5 * SECOND;
const REDIRECTS_MAX = 3;

const agentFor = (allowsLoopback: boolean) =>
  new Agent({ connect: publicConnector({ timeout: CONNECT_MAX_MS }, allowsLoopback) });
const agents = { public: agentFor(false), local: agentFor(true) };

type PublicRequest = {
  url: string;
  headers: Record<string, string>;
  /** Of the decoded body. */
  maxBytes: number;
  /** For the whole of it, redirects included. */
  timeoutMs: number;
  /** Whether this machine may be asked: for development and tests. */
  allowsLoopback: boolean;
};

export type PublicResponse = { status: number; url: string; headers: Headers; body: Buffer };

/**
 * Gets a document from a configured or redirected address: only over http and https, only from public
 * addresses, with at most three redirects.
 * @throws {Error} a sentence: not reachable, too slow, too large, a private address
 */
export async function fetchPublic(request: PublicRequest): Promise<PublicResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    return await follow(request, signal);
  } catch (error) {
    throw signal.aborted ? new Error("It took too long.", { cause: error }) : error;
  }
}

async function follow(request: PublicRequest, signal: AbortSignal): Promise<PublicResponse> {
  let url = new URL(request.url);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await open(url, request, signal);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) {
      const body = await readBody(response, request.maxBytes);
      return { status: response.status, url: url.href, headers: response.headers as Headers, body };
    }
    await response.body?.cancel();
    if (!URL.canParse(location, url)) throw new Error("It redirects to an invalid address.");
    url = new URL(location, url);
  }
  throw new Error("It redirects too often.");
}

async function open(
  url: URL,
  { headers, allowsLoopback }: PublicRequest,
  signal: AbortSignal,
): Promise<Response> {
  if (!/^https?:$/.test(url.protocol)) throw new Error("It is neither http nor https.");
  const dispatcher = allowsLoopback ? agents.local : agents.public;
  try {
    return await fetch(url, { headers, redirect: "manual", dispatcher, signal });
  } catch (error) {
    const { cause } = error as Error;
    throw cause instanceof Error ? cause : error;
  }
}

async function readBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return Buffer.alloc(0);
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`It is larger than ${Math.round(maxBytes / 1024)} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
