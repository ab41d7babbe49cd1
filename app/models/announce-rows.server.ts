import type { Model, ModelStatic, Transaction } from "sequelize";
import { announceChange, emitChanges, type Topic } from "#app/database/announcements.server.ts";
import { Change } from "./change.server.ts";

type Rows = {
  model: ModelStatic<Model>;
  /** Which columns matter; all by default, but not the one that is written to hold a lock. */
  columns?: string[];
};

type WriteOptions = { transaction?: Transaction | null; fields?: PropertyKey[] };

/** Announces a topic to all processes with each transaction that creates, changes or deletes one of the rows. */
export function announceRows(topic: Topic, watched: Rows[]): void {
  for (const { model, columns } of watched) {
    const matters = (name: PropertyKey) => (columns ? columns.includes(String(name)) : name !== "version");
    const announce = async ({ transaction }: WriteOptions) => {
      if (transaction && !announceChange(topic, transaction)) return;
      await Change.create({ topic }, { transaction: transaction ?? null });
      if (!transaction) emitChanges([topic]);
    };
    const announceUpdate = async (options: WriteOptions) => {
      if (!options.fields || options.fields.some(matters)) await announce(options);
    };
    model.addHook("afterCreate", (_row, options) => announce(options));
    model.addHook("afterBulkCreate", (_rows, options) => announce(options));
    model.addHook("afterUpsert", (_row, options) => announce(options));
    model.addHook("afterUpdate", (_row, options) => announceUpdate(options as WriteOptions));
    model.addHook("afterBulkUpdate", (options) => announceUpdate(options as WriteOptions));
    model.addHook("afterDestroy", (_row, options) => announce(options as WriteOptions));
    model.addHook("afterBulkDestroy", (options) => announce(options as WriteOptions));
  }
}
