import { type Model, type ModelStatic, Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { log } from "#app/lib/log.server.ts";
import { currentSeal, decrypt, encrypt } from "#app/lib/secrets.server.ts";
import {
  Authenticator,
  BrokerConnection,
  Connection,
  PostbackAddress,
  PushSubscription,
  SpendAccount,
  TelegramBot,
} from "#app/models/index.server.ts";

type SealedColumn = { model: ModelStatic<Model>; key: string; column: string };

/** The columns that last. Emails and pending connections end by themselves within days. */
const SEALED: SealedColumn[] = [
  { model: Connection, key: "id", column: "credential" },
  { model: SpendAccount, key: "id", column: "credential" },
  { model: BrokerConnection, key: "id", column: "credential" },
  { model: BrokerConnection, key: "id", column: "session" },
  { model: PostbackAddress, key: "id", column: "token" },
  { model: PostbackAddress, key: "id", column: "secret" },
  { model: TelegramBot, key: "id", column: "token" },
  { model: PushSubscription, key: "id", column: "subscription" },
  { model: Authenticator, key: "userId", column: "secret" },
];
const CHUNK = 100;

/** Seals with the current key what an older one sealed, so that the older one can be removed. */
export async function resealSecrets(isStopping: () => boolean = () => false): Promise<void> {
  for (const sealed of SEALED) {
    let after = "";
    while (!isStopping()) {
      const last = await resealChunk(sealed, after);
      if (last === null) break;
      after = last;
    }
  }
}

/** @returns the last key of the chunk; null if there are no more */
async function resealChunk({ model, key, column }: SealedColumn, after: string): Promise<string | null> {
  const rows = await model.findAll({
    where: { [key]: { [Op.gt]: after }, [column]: { [Op.notLike]: `${currentSeal()}.%` } },
    attributes: [key, column],
    order: [[key, "ASC"]],
    limit: CHUNK,
  });
  for (const row of rows) {
    const [id, old] = [row.get(key) as string, row.get(column) as string];
    try {
      const values = { [column]: encrypt(decrypt(old, id), id) };
      // Conditional: the value may have been replaced meanwhile.
      await inTransaction((transaction) =>
        model.update(values, { where: { [key]: id, [column]: old }, transaction }),
      );
    } catch (error) {
      log.warn({ err: error, table: model.getTableName(), id }, "a secret could not be sealed again");
    }
  }
  return (rows.at(-1)?.get(key) as string | undefined) ?? null;
}
