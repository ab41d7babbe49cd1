import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { ApiKey, User } from "#app/models/index.server.ts";
import type { ApiKeyInput } from "#app/schemas/api-keys.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { API_KEYS_MAX } from "#app/schemas/shared/limits.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";
import { type Access, assertAccess, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { API_KEY_PREFIX } from "./authenticate-api-key.server.ts";

/** The stored beginning of a key, to recognize it: 8 of 43 characters give no access. */
const PREFIX_LENGTH = API_KEY_PREFIX.length + 8;

const createdBy = { model: User, as: "createdBy", attributes: ["name"], required: false };

/** A workspace's keys with those who created them, the newest first; revoked ones too. */
export async function listApiKeys(workspaceId: string): Promise<ApiKey[]> {
  return retryRead(() =>
    ApiKey.findAll({
      where: { workspaceId },
      include: [createdBy],
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      limit: API_KEYS_MAX * 2,
    }),
  );
}

const usable = () => ({
  revokedAt: null,
  [Op.or]: [{ expiresAt: null }, { expiresAt: { [Op.gt]: new Date() } }],
});

/** The names of the keys that work in a workspace, by the id of who created them. */
export async function findKeyNames(workspaceId: string): Promise<Map<string | null, string[]>> {
  const keys = await retryRead(() =>
    ApiKey.findAll({ where: { workspaceId, ...usable() }, order: [["createdAt", "ASC"]] }),
  );
  const byMaker = groupBy(keys, ({ createdByUserId }) => createdByUserId);
  return new Map([...byMaker].map(([userId, own]) => [userId, own.map(({ name }) => name)]));
}

/** Revokes what a member created, in the transaction that removes the member. */
export async function revokeMemberKeys(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  transaction: Transaction,
): Promise<void> {
  const where = { workspaceId, createdByUserId: userId, revokedAt: null };
  await ApiKey.update({ revokedAt: new Date() }, { where, transaction });
}

/** The same form was sent twice. The key exists, and its text is not shown again. */
export class AlreadyCreated extends Conflict {
  constructor() {
    super("made_already", messages.apiKeys.madeAlready);
  }
}

/**
 * Creates a key and returns its text, this once: only its SHA-256 is stored.
 * @throws {Conflict} `too_many_keys` · {AlreadyCreated} where a key has the `id`
 */
export async function createApiKey({
  access,
  user,
  input,
  id = newId(),
}: {
  access: Access;
  user: User;
  input: ApiKeyInput;
  id?: string;
}): Promise<{ apiKey: ApiKey; key: string }> {
  const key = API_KEY_PREFIX + newToken();
  const now = new Date();
  const apiKey = await changeWorkspace(access, "apiKeys:write", async ({ id: workspaceId }, transaction) => {
    const count = await ApiKey.count({ where: { workspaceId, ...usable() }, transaction });
    if (count >= API_KEYS_MAX) throw new Conflict("too_many_keys", messages.apiKeys.tooMany);
    const created = await ApiKey.create(
      {
        id,
        workspaceId,
        createdByUserId: user.id,
        name: input.name,
        prefix: key.slice(0, PREFIX_LENGTH),
        keyHash: sha256(key),
        scopes: input.scopes.join(","),
        createdAt: now,
        expiresAt: input.expiresAt ? new Date(input.expiresAt) : null,
        lastUsedAt: null,
        revokedAt: null,
      },
      { transaction },
    );
    await notifyAccount(
      { userId: user.id, type: "apiKeyCreated", payload: { name: input.name } },
      transaction,
    );
    const props = { name: user.name, keyName: input.name, at: now.toISOString() };
    await queueMail({ kind: "api-key-created", to: user.email, userId: user.id, props }, transaction);
    return created;
  }).catch((error: unknown) => {
    throw error instanceof UniqueConstraintError ? new AlreadyCreated() : error;
  });
  apiKey.createdBy = user;
  return { apiKey, key };
}

/**
 * Revokes a key for ever, at once.
 * @throws {NotFound} also for another workspace's, and for one that is revoked
 */
export async function revokeApiKey({ access, keyId }: { access: Access; keyId: string }): Promise<void> {
  if (!isId(keyId)) throw new NotFound("API key");
  await inTransaction(async (transaction) => {
    const { workspaceId } = access;
    await assertAccess(access, "apiKeys:write", transaction);
    const [revoked] = await ApiKey.update(
      { revokedAt: new Date() },
      { where: { id: keyId, workspaceId, revokedAt: null }, transaction },
    );
    if (revoked === 0) throw new NotFound("API key");
  });
}
