import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { POSTBACK_PREVIOUS_HOURS } from "#app/lib/postbacks.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import { type Platform, Postback, PostbackAddress } from "#app/models/index.server.ts";
import { systemOfPlatform } from "#app/schemas/known-platforms.ts";
import type { PostbackSettingsInput } from "#app/schemas/postbacks.ts";
import { findBroker } from "#app/services/platforms/find-broker.server.ts";
import { type Access, assertAccess, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { readIps } from "./settings.server.ts";

type Broker = { workspaceId: string; platformId: string };
type OfBroker = { access: Access; platformId: string };
/** A secret that was made or given: it is shown this once. */
export type ChangedAddress = { address: PostbackAddress; shownSecret: string | null };

/** A broker's address; null where none was made. @throws {NotFound} no such broker */
export async function findPostbackAddress(broker: Broker): Promise<PostbackAddress | null> {
  await findBroker(broker);
  return retryRead(() => PostbackAddress.findOne({ where: broker }));
}

function newAddress(broker: Broker, { name }: Platform, now: Date) {
  const id = newId();
  const system = systemOfPlatform(name);
  return { ...broker, id, ...toTokenColumns(id), ...DEFAULTS, system, createdAt: now, updatedAt: now };
}

function toTokenColumns(id: string) {
  const token = newToken();
  return { tokenHash: sha256(token), token: encrypt(token, id) };
}

const DEFAULTS = {
  secretKind: "none",
  ips: "[]",
  answer: "json",
  fields: "[]",
  amountIn: "units",
  dateOrder: "day-first",
  kinds: "{}",
} as const;

/**
 * Makes or changes a broker's address. Calls that said nothing yet are read again where they may say
 * something now.
 * @throws {NotFound} · {Forbidden} for a secret of whoever is no owner
 */
export function savePostbackAddress({
  access,
  platformId,
  input,
}: OfBroker & { input: PostbackSettingsInput }): Promise<ChangedAddress> {
  return changeWorkspace(access, "brokers:write", async ({ id: workspaceId }, transaction) => {
    const broker = { workspaceId, platformId };
    const platform = await findBroker(broker, transaction);
    const { secret, parameter, hmac, ips, fields, kinds, ...plain } = input;
    const now = new Date();
    const address =
      (await PostbackAddress.findOne({ where: broker, transaction })) ??
      (await PostbackAddress.create(newAddress(broker, platform, now), { transaction }));
    const proof = toSecretColumns(address, { secret, parameter, hmac });
    if (proof) await assertAccess(access, "workspace:write", transaction);
    const isSecured =
      (proof?.columns.secretKind ?? address.secretKind) !== "none" || (ips ?? readIps(address)).length > 0;
    await address.update(
      {
        ...plain,
        securedAt: isSecured ? (address.securedAt ?? now) : null,
        ...(ips === undefined ? {} : { ips: JSON.stringify(ips) }),
        ...(fields === undefined
          ? {}
          : { fields: JSON.stringify(fields.map(({ name, meaning }) => ({ name, meaning }))) }),
        ...(kinds === undefined ? {} : { kinds: JSON.stringify(kinds) }),
        ...proof?.columns,
        updatedAt: now,
      },
      { transaction },
    );
    await readAgain(broker, transaction);
    return { address, shownSecret: proof?.shown ?? null };
  });
}

/** Null where the secret stays as it is. */
function toSecretColumns(
  address: PostbackAddress,
  { secret, parameter, hmac }: Pick<PostbackSettingsInput, "secret" | "parameter" | "hmac">,
) {
  if (secret === undefined || (secret === "none" && address.secretKind === "none")) return null;
  if (secret === "none")
    return { columns: { secretKind: secret, secretName: null, secret: null }, shown: null };
  const given = secret === "parameter" ? parameter : hmac && { name: hmac.header, value: hmac.value };
  const isSameKind = address.secretKind === secret && address.secret !== null;
  const name = given?.name ?? (isSameKind ? address.secretName : null) ?? USUAL_NAMES[secret];
  const value = given?.value ?? null;
  if (isSameKind && value === null && name === address.secretName) return null;
  const kept = isSameKind && value === null ? address.secret : null;
  const fresh = value ?? newToken();
  return {
    columns: { secretKind: secret, secretName: name, secret: kept ?? encrypt(fresh, address.id) },
    shown: kept === null ? fresh : null,
  };
}

const USUAL_NAMES = { parameter: "secret", hmac: "X-Signature" } as const;

/** Of the calls in the log, those that no row came of. */
async function readAgain({ platformId }: Broker, transaction: Transaction): Promise<void> {
  const where = { platformId, state: "done", rowId: null, outcome: ["unmapped", "nothing", "unreadable"] };
  const [count] = await Postback.update({ state: "later" }, { where, transaction });
  if (count > 0) announceDue(Postback, transaction);
}

/** Gives a broker another address. The one before is taken for a day. @throws {NotFound} */
export function rotatePostbackAddress({ access, platformId }: OfBroker): Promise<PostbackAddress> {
  return changeWorkspace(access, "brokers:write", async ({ id: workspaceId }, transaction) => {
    const broker = { workspaceId, platformId };
    await findBroker(broker, transaction);
    const now = new Date();
    const address = await PostbackAddress.findOne({ where: broker, transaction });
    if (!address) throw new NotFound("Postback address");
    return address.update(
      {
        ...toTokenColumns(address.id),
        previousHash: address.tokenHash,
        previousUntil: new Date(+now + POSTBACK_PREVIOUS_HOURS * HOUR),
        memberLeftAt: null,
        updatedAt: now,
      },
      { transaction },
    );
  });
}
