import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, text, textOrNull, time, timeOrNull, whole, yesNo } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";
import type { User } from "./user.server.ts";

export class OptInForm extends Model<InferAttributes<OptInForm>, InferCreationAttributes<OptInForm>> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare slug: string;
  declare isActive: boolean;
  declare deletedAt: CreationOptional<Date | null>;
  declare logo: CreationOptional<string | null>;
  declare ownerName: string;
  declare title: string;
  declare introduction: string | null;
  declare action: "deposit" | "purchase" | "subscription";
  declare eventName: CreationOptional<string | null>;
  declare askAmount: boolean;
  declare consentText: string;
  declare allowRepeat: boolean;
  declare successMessage: string | null;
  declare redirectUrl: CreationOptional<string | null>;
  declare facebookPixelId: CreationOptional<string | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare user?: NonAttribute<User>;
}

OptInForm.init(
  {
    id: id(),
    userId: text(),
    slug: text(),
    isActive: yesNo(),
    deletedAt: timeOrNull(),
    logo: textOrNull(),
    ownerName: text(),
    title: text(),
    introduction: textOrNull(),
    action: text(),
    eventName: textOrNull(),
    askAmount: yesNo(),
    consentText: text(),
    allowRepeat: yesNo(),
    successMessage: textOrNull(),
    redirectUrl: textOrNull(),
    facebookPixelId: textOrNull(),
    createdAt: time(),
    updatedAt: time(),
  },
  { sequelize, tableName: "optInForms" },
);

/** Which of the owner's platforms a form offers, in order. */
export class OptInFormPlatform extends Model<
  InferAttributes<OptInFormPlatform>,
  InferCreationAttributes<OptInFormPlatform>
> {
  declare formId: string;
  declare platformId: string;
  declare position: number;
}

OptInFormPlatform.init(
  { formId: { ...text(), primaryKey: true }, platformId: { ...text(), primaryKey: true }, position: whole() },
  { sequelize, tableName: "optInFormPlatforms" },
);
