import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { integer, string, stringOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** One signed record of a submission, linked to the previous one. Only its salt can be deleted. */
export class ProofEntry extends Model<InferAttributes<ProofEntry>, InferCreationAttributes<ProofEntry>> {
  declare submissionId: string;
  declare number: number;
  declare workspaceId: string;
  /** The JSON that is signed. */
  declare record: string;
  declare keyId: string;
  declare signature: string;
  /** Null once the personal values are erased. */
  declare salt: string | null;
}

ProofEntry.init(
  {
    submissionId: { ...string(), primaryKey: true },
    number: { ...integer(), primaryKey: true },
    workspaceId: string(),
    record: string(),
    keyId: string(),
    signature: string(),
    salt: stringOrNull(),
  },
  { sequelize, tableName: "proofEntries" },
);
