import type { NonAttribute } from "sequelize";
import {
  boolean,
  booleanOrNull,
  id,
  integer,
  lockVersion,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import type { Contract } from "#app/lib/contracts.ts";
import type { AccountField } from "#app/lib/domain.ts";

/**
 * `isDefault` is true or NULL, never false: the unique key (workspaceId, isDefault) allows one per
 * workspace.
 */
export class Platform extends table("platforms", {
  id: id(),
  workspaceId: string(),
  name: string(),
  nameKey: stringOrNull(),
  icon: string(),
  isActive: boolean(),
  isDefault: booleanOrNull<true>(),
  position: integer(),
  /** Above it an amount is asked about once more; null for the default. */
  amountLimit: stringOrNull(),
  amountLimitCurrency: stringOrNull(),
  /** Whether an amount in USDT is one in USD there. */
  countsCoins: withDefault(boolean(), false),
  /** Whether the form asks for the account number there; null as before it could be said. */
  accountField: stringOrNull<AccountField>(),
  accountName: stringOrNull(),
  accountExample: stringOrNull(),
  archivedAt: timestampOrNull(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  version: lockVersion(),
}) {
  /** The earliest first. */
  declare contracts?: NonAttribute<Contract[]>;
}
