import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import {
  id,
  integer,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/**
 * An email in the outbox. `props` are encrypted with the row's id as associated data, and deleted once the
 * email is sent.
 */
export class Mail extends Model<InferAttributes<Mail>, InferCreationAttributes<Mail>> {
  declare id: CreationOptional<string>;
  declare userId: string | null;
  declare kind: string;
  declare toAddress: string;
  declare replyTo: CreationOptional<string | null>;
  declare props: string | null;
  declare state: "queued" | "sent" | "failed";
  /** When it is tried next. Moving it forward is a worker's lease. */
  declare dueAt: Date;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  declare lastError: CreationOptional<string | null>;
  declare createdAt: Date;
  declare sentAt: CreationOptional<Date | null>;
}

Mail.init(
  {
    id: id(),
    userId: stringOrNull(),
    kind: string(),
    toAddress: string(),
    replyTo: stringOrNull(),
    props: stringOrNull(),
    state: string(),
    dueAt: timestamp(),
    leaseToken: stringOrNull(),
    attemptCount: integer(),
    lastError: stringOrNull(),
    createdAt: timestamp(),
    sentAt: timestampOrNull(),
  },
  { sequelize, tableName: "mails" },
);
