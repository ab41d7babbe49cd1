import { literal } from "sequelize";
import { escapeValue } from "#app/database/dialect.server.ts";

/** The submissions whose event got an answer with this trace id, as the value of `Op.in`. */
export const submissionsOfTrace = (workspaceId: string, traceId: string) =>
  literal(
    `(SELECT d.submissionId FROM deliveryAttempts a
      JOIN deliveries d ON d.id = a.deliveryId AND d.workspaceId = a.workspaceId
      WHERE a.workspaceId = ${escapeValue(workspaceId)} AND a.traceId = ${escapeValue(traceId)})`,
  );
