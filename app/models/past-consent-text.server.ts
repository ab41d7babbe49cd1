import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { integer, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A consent text that a form showed earlier, because a page opened then may still be sent. */
export class PastConsentText extends Model<
  InferAttributes<PastConsentText>,
  InferCreationAttributes<PastConsentText>
> {
  declare formId: string;
  declare version: number;
  declare text: string;
  declare replacedAt: Date;
}

PastConsentText.init(
  {
    formId: { ...string(), primaryKey: true },
    version: { ...integer(), primaryKey: true },
    text: string(),
    replacedAt: timestamp(),
  },
  { sequelize, tableName: "pastConsentTexts" },
);
