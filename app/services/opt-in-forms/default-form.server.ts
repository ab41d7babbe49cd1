import type { FindAttributeOptions, OrderItem, Transaction } from "sequelize";
import { OptInForm } from "#app/models/index.server.ts";

/** The order of a workspace's forms. */
export const FORM_ORDER: OrderItem[] = [
  ["position", "ASC"],
  ["id", "ASC"],
];

/** The default form first: it is marked, unless an older version wrote it, and the others have null. */
export const DEFAULT_FIRST: OrderItem[] = [["isDefault", "DESC"], ...FORM_ORDER];

/** The forms of a workspace that one of is the default. */
export const activeForms = (workspaceId: string) => ({ workspaceId, deletedAt: null, archivedAt: null });

/** Null if the workspace has no form, or only archived ones. */
export const findDefaultForm = (
  workspaceId: string,
  options: { attributes?: FindAttributeOptions; transaction?: Transaction } = {},
): Promise<OptInForm | null> =>
  OptInForm.findOne({ where: activeForms(workspaceId), order: DEFAULT_FIRST, ...options });
