import type { NonAttribute } from "sequelize";
import { primaryKey, string, table } from "#app/database/columns.server.ts";
import type { Notification } from "./notification.server.ts";

/**
 * A notification that a browser has yet to be told of. What changes the notification gives the mark another token, so
 * that a message that is under way does not delete it.
 */
export class PushMark extends table("pushMarks", {
  subscriptionId: primaryKey(string()),
  notificationId: primaryKey(string()),
  token: string(),
}) {
  declare notification?: NonAttribute<Notification>;
}
