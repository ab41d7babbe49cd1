import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, stringOrNull, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { ContactSubject } from "#app/lib/domain.ts";

/** A message of the contact form. It belongs to no workspace. */
export class ContactMessage extends Model<
  InferAttributes<ContactMessage>,
  InferCreationAttributes<ContactMessage>
> {
  declare id: CreationOptional<string>;
  declare name: string;
  declare email: string;
  declare company: string | null;
  declare subject: ContactSubject;
  declare message: string;
  declare createdAt: Date;
  declare handledAt: CreationOptional<Date | null>;
  /** The username of who handled it. */
  declare handledBy: CreationOptional<string | null>;
}

ContactMessage.init(
  {
    id: id(),
    name: string(),
    email: string(),
    company: stringOrNull(),
    subject: string(),
    message: string(),
    createdAt: timestamp(),
    handledAt: timestampOrNull(),
    handledBy: stringOrNull(),
  },
  { sequelize, tableName: "contactMessages" },
);
