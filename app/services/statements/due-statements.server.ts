import { col, fn, literal, Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import { readValues, rowsOfSql, toTime } from "#app/database/values.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { STATEMENT_DUE_HOURS, STATEMENT_TOGETHER_HOURS } from "#app/lib/statements.ts";
import { Statement, Submission } from "#app/models/index.server.ts";

/** Claims of a broker that wait for its next statement. */
type WaitingBroker = { platformId: string; count: number; firstExpiresAt: Date; dueAt: Date };

const hours = (count: number) => count * HOUR;

/** The brokers of which claims expire before long, the most urgent first. A statement is due two days before. */
export async function findWaitingBrokers(workspaceId: string, now: Date): Promise<WaitingBroker[]> {
  const until = new Date(now.getTime() + hours(STATEMENT_DUE_HOURS + STATEMENT_TOGETHER_HOURS));
  const { brokers } = await retryRead(() =>
    readValues({
      brokers: rowsOfSql<{ platformId: string; count: number; first: string }>(
        ["platformId", "count", "first"],
        selectSql(Submission, {
          where: {
            workspaceId,
            status: "pending",
            withdrawnAt: null,
            sendBefore: { [Op.gt]: now, [Op.lte]: until },
          },
          attributes: [
            "platformId",
            [fn("COUNT", literal("*")), "count"],
            [fn("MIN", col("sendBefore")), "first"],
          ],
          group: ["platformId"],
        }),
      ),
    }),
  );
  return brokers
    .map(({ platformId, count, first }) => {
      const firstExpiresAt = toTime(first);
      const dueAt = new Date(firstExpiresAt.getTime() - hours(STATEMENT_DUE_HOURS));
      return { platformId, count, firstExpiresAt, dueAt };
    })
    .sort((a, b) => a.firstExpiresAt.getTime() - b.firstExpiresAt.getTime());
}

/** When the last file of each broker came. */
export async function findLastUploads(workspaceId: string): Promise<Map<string, Date>> {
  const rows = await retryRead(() =>
    Statement.findAll({
      where: { workspaceId },
      attributes: ["platformId", [fn("MAX", col("createdAt")), "lastAt"]],
      group: ["platformId"],
      raw: true,
    }),
  );
  return new Map(
    (rows as unknown as { platformId: string; lastAt: string | Date }[]).map(({ platformId, lastAt }) => [
      platformId,
      new Date(lastAt),
    ]),
  );
}
