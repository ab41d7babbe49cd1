import { createHmac, timingSafeEqual } from "node:crypto";
import { ForeignKeyConstraintError } from "sequelize";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { Forbidden, NotFound, Unauthenticated, Unavailable } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import {
  POSTBACK_MAX_BYTES,
  POSTBACK_STORED_BYTES,
  POSTBACKS_AT_ONCE,
  POSTBACKS_MAX,
  type PostbackAnswer,
} from "#app/lib/postbacks.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { countInWindow } from "#app/lib/rate-limiter.server.ts";
import { findLiveAddress, isFromNetworks, type PostbackSecret } from "./live-addresses.server.ts";
import { type CallText, decode } from "./read-call.ts";
import { readJsonParameters } from "./read-json.ts";
import { countRefused } from "./refused-postbacks.server.ts";
import { writePostback } from "./write-postbacks.server.ts";

/** A call of a broker, as it arrives. */
export type PostbackCall = {
  token: string;
  method: string;
  /** The query as it was sent, without its question mark. */
  query: string;
  /** Null for a body over the limit. */
  body: Buffer | null;
  contentType: string | null;
  clientAddress: string;
  header: (name: string) => string | null;
};

/** What a call cannot be stored of as it is: why nobody reads it. */
type Received = { text: CallText; problem: string | null };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Stores a call of a broker; it is on disk when this resolves, and a job reads it.
 * @returns what its network wants to read
 * @throws {NotFound} an unknown token · {Unauthenticated} a wrong secret or signature · {Forbidden} another address
 * @throws {Unavailable} far too many calls in a minute
 */
export async function receivePostback(call: PostbackCall, now = new Date()): Promise<PostbackAnswer | null> {
  const address = await findLiveAddress(call.token, now.getTime());
  if (!address) {
    countRefused(null, "token", now);
    throw new NotFound("Postback address");
  }
  const { workspaceId, platformId, secret, networks } = address;
  if (!isFromNetworks(networks, call.clientAddress)) {
    countRefused(platformId, "address", now);
    throw new Forbidden("address_refused", "This address is not one of the broker's.");
  }
  if (call.body === null || call.query.length > POSTBACK_MAX_BYTES) {
    countRefused(platformId, "size", now);
    return null;
  }
  if (secret && !isProven(call, call.body, secret)) {
    countRefused(platformId, "secret", now);
    throw new Unauthenticated("The secret or the signature is wrong.", "invalid_token");
  }
  const window = { name: "postbacks", seconds: MINUTE / SECOND, key: platformId };
  const count = await countInWindow(window).catch(() => 0);
  if (count > POSTBACKS_MAX) {
    countRefused(platformId, "rate", now);
    throw new Unavailable("Too many calls. Please send them again later.", MINUTE / SECOND);
  }
  const { text, problem } = toStored(call, call.body, secret);
  const isUnreadable = problem !== null;
  try {
    await writePostback({
      id: newId(),
      workspaceId,
      platformId,
      state: isUnreadable ? "shut" : count > POSTBACKS_AT_ONCE ? "later" : "new",
      receivedAt: now,
      ip: call.clientAddress.slice(0, 45) || null,
      ...text,
      outcome: isUnreadable ? "unreadable" : null,
      problem,
      rowId: null,
    });
  } catch (error) {
    // The broker or its workspace was deleted just now.
    if (error instanceof ForeignKeyConstraintError) throw new NotFound("Postback address");
    throw error;
  }
  return address.answer;
}

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

function isProven(call: PostbackCall, body: Buffer, { kind, name, value }: PostbackSecret): boolean {
  if (value === "") return false;
  if (kind === "parameter") return listValues(call, body, name).some((given) => isSame(given, value));
  const signed = call.method === "GET" ? Buffer.from(call.query, "latin1") : body;
  const signature = createHmac("sha256", value).update(signed).digest("hex");
  return isSame((call.header(name.toLowerCase()) ?? "").trim().toLowerCase(), signature);
}

/** What a call says under a name, in its query and its body. */
function listValues(call: PostbackCall, body: Buffer, name: string): string[] {
  const pairs = (text: string) => text.split("&").filter((pair) => isNamed(pair, name));
  const toValue = (pair: string) => tryDecode(pair.slice(pair.indexOf("=") + 1));
  const type = bodyTypeOf(call);
  const found = pairs(call.query);
  if (type === "form") found.push(...pairs(body.toString("latin1")));
  return [
    ...found.map(toValue),
    ...(type === "json"
      ? tryReadJson(body)
          .filter((one) => one.name === name)
          .map(({ value }) => value)
      : []),
  ];
}

function tryReadJson(body: Buffer) {
  try {
    return readJsonParameters(body.toString());
  } catch {
    return [];
  }
}

const tryDecode = (text: string): string => {
  try {
    return decode(text);
  } catch {
    return text;
  }
};

const isNamed = (pair: string, name: string): boolean => tryDecode(pair.split("=", 1)[0] ?? "") === name;

function bodyTypeOf({ contentType, method, body }: PostbackCall): CallText["bodyType"] {
  if (method === "GET" || !body || body.length === 0) return null;
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? "") ||
    /^\s*[{[]/.test(body.toString("latin1", 0, 20))
    ? "json"
    : "form";
}

/**
 * What is stored of a call: as it was sent, at most its first 8 KiB, without its secret. A signed body has an
 * unsigned query, which whoever saw the call once could change.
 */
function toStored(call: PostbackCall, sent: Buffer, secret: PostbackSecret | null): Received {
  const isUnsigned = secret?.kind === "hmac" && call.method !== "GET";
  const sentQuery = Buffer.from(isUnsigned ? "" : call.query, "latin1");
  const parameter = secret?.kind === "parameter" ? secret : null;
  const bodyType = bodyTypeOf(call);
  const without = (text: string) =>
    parameter
      ? text
          .split("&")
          .filter((pair) => !isNamed(pair, parameter.name))
          .join("&")
      : text;
  const texts = { query: toText(sentQuery), body: bodyType ? toText(sent) : null };
  const query = without(texts.query ?? toShown(sentQuery));
  const sentBody = bodyType && (texts.body ?? toShown(sent));
  const body = bodyType === "form" ? without(sentBody ?? "") : hideIn(sentBody, parameter?.value);
  const isTooLong = Buffer.byteLength(query) + Buffer.byteLength(body ?? "") > POSTBACK_STORED_BYTES;
  const isText = texts.query !== null && (bodyType === null || texts.body !== null);
  const problem = !isText
    ? "It is not UTF-8, or has a character that no text has."
    : isTooLong
      ? "It is longer than 8 KiB."
      : null;
  const half = POSTBACK_STORED_BYTES / (bodyType ? 2 : 1);
  return isTooLong
    ? { text: { query: cut(query, half), body: body === null ? null : cut(body, half), bodyType }, problem }
    : { text: { query, body, bodyType }, problem };
}

/** The secret is no part of the log. */
const hideIn = (text: string | null, secret: string | undefined): string | null =>
  text && secret ? text.replaceAll(JSON.stringify(secret).slice(1, -1), "…") : text;

const cut = (text: string, bytes: number): string =>
  Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd{1,3}$/, "");

/** For its owner's eyes only: it is never read. */
const toShown = (bytes: Buffer): string => bytes.toString().replaceAll("\0", "\ufffd");

/** Null for what no column of texts holds. */
function toText(bytes: Buffer): string | null {
  try {
    const text = utf8.decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
