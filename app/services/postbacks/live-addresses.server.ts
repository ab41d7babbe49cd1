import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { Op } from "sequelize";
import { onChange } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { createLiveRows } from "#app/database/live-rows.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import type { PostbackAnswer } from "#app/lib/postbacks.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import { Platform, PostbackAddress } from "#app/models/index.server.ts";

/** What says that a call is the broker's, besides the token. */
export type PostbackSecret = { kind: "parameter" | "hmac"; name: string; value: string };

/** A broker's address with all that a call of it needs. Kept in memory. */
export type LiveAddress = {
  workspaceId: string;
  platformId: string;
  secret: PostbackSecret | null;
  networks: [ipaddr.IPv4 | ipaddr.IPv6, number][];
  answer: PostbackAnswer;
  /** Of a token that was rotated. */
  until: number;
};

const TOKEN = /^[\w-]{43}$/;
const CACHED_MAX = 5_000;

/** Hashes of no address, apart from addresses: whoever tries many pushes out only others of these. */
const unknown = new LRUCache<string, true>({ max: CACHED_MAX, ttl: 10 * SECOND });

onChange((topics) => {
  if (topics.includes("postbacks")) unknown.clear();
});

const addresses = createLiveRows<LiveAddress>({ topics: ["postbacks"], max: CACHED_MAX, load });

/** Finds the address of a token. A rotated token still works for 24 hours. Returns null for an unknown token. */
export async function findLiveAddress(token: string, now = Date.now()): Promise<LiveAddress | null> {
  if (!TOKEN.test(token)) return null;
  const hash = sha256(token);
  if (unknown.has(hash)) return null;
  const found = await addresses.find(hash, now);
  if (found && found.until > now) return found;
  if (!found) {
    addresses.forget(hash);
    unknown.set(hash, true);
  }
  return null;
}

async function load(hash: string): Promise<LiveAddress | null> {
  const row = await retryRead(() =>
    PostbackAddress.findOne({ where: { [Op.or]: [{ tokenHash: hash }, { previousHash: hash }] } }),
  );
  if (!row) return null;
  const { workspaceId, platformId } = row;
  const where = { id: platformId, workspaceId, archivedAt: null };
  const platform = await retryRead(() => Platform.findOne({ where, attributes: ["id"] }));
  if (!platform) return null;
  return {
    workspaceId,
    platformId,
    secret: readSecret(row),
    networks: (JSON.parse(row.ips) as string[]).map(toNetwork),
    answer: row.answer,
    until: row.tokenHash === hash ? Number.POSITIVE_INFINITY : +(row.previousUntil ?? 0),
  };
}

/** One that cannot be read is a secret that nobody knows. */
function readSecret({ id, secretKind, secretName, secret }: PostbackAddress): PostbackSecret | null {
  if (secretKind === "none" || secretName === null || secret === null) return null;
  try {
    return { kind: secretKind, name: secretName, value: decrypt(secret, id) };
  } catch (error) {
    log.error({ err: error, id }, "the secret of a postback address cannot be read");
    return { kind: secretKind, name: secretName, value: "" };
  }
}

/** An address, or a network with its length: "203.0.113.0/24". */
function toNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Whether a client may call: from everywhere where no addresses are named. */
export function isFromNetworks(networks: LiveAddress["networks"], clientAddress: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(clientAddress)) return false;
  const address = ipaddr.process(clientAddress);
  return networks.some(
    ([network, length]) => network.kind() === address.kind() && address.match(network, length),
  );
}
