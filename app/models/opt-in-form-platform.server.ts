import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { integer, string } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

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
  {
    formId: { ...string(), primaryKey: true },
    platformId: { ...string(), primaryKey: true },
    position: integer(),
  },
  { sequelize, tableName: "optInFormPlatforms" },
);
