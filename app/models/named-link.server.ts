import type { NonAttribute } from "sequelize";
import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import type { OptInForm } from "./opt-in-form.server.ts";

/** A link to a form that its owner has named: `?l=ig-story-3`. Unique are (formId, name). */
export class NamedLink extends table("links", {
  id: id(),
  workspaceId: string(),
  formId: string(),
  name: string(),
  /** What the owner calls it. */
  label: string(),
  /** What its address says as `utm_source`, `utm_medium` and `utm_campaign`. */
  source: stringOrNull(),
  medium: stringOrNull(),
  campaign: stringOrNull(),
  createdAt: timestamp(),
  /** Since when its views and claims count for the form alone. */
  archivedAt: timestampOrNull(),
}) {
  declare form?: NonAttribute<OptInForm>;
}
