import { fn, literal, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { exactSum } from "#app/database/dialect.server.ts";
import type { Money } from "#app/lib/commission.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { AMOUNT_RANK } from "#app/lib/domain.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { toSubmissionWhere } from "./submission-filter.server.ts";

/** What amounts add up to, per currency, and how many unlikely ones that leaves out. */
export type AmountsSum = { parts: Money[]; unlikely: number };

/** What the amounts that the list shows add up to. It reads every matching row. */
export async function sumSubmissions({
  workspace: { id, timeZone },
  query,
}: {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: SubmissionsQuery;
}): Promise<AmountsSum> {
  return sumAmounts(await toSubmissionWhere(id, query, readDateRange(timeZone, query)));
}

export async function sumAmounts(where: WhereOptions): Promise<AmountsSum> {
  const isUnlikely = `amountRank = ${AMOUNT_RANK.unlikely}`;
  const currency = fn("COALESCE", literal("verifiedCurrency"), literal("currency"));
  const rows = await retryRead(() =>
    Submission.findAll({
      where,
      attributes: [
        [currency, "sumCurrency"],
        [
          literal(exactSum(`CASE WHEN ${isUnlikely} THEN NULL ELSE COALESCE(verifiedAmount, amount) END`)),
          "sum",
        ],
        [literal(`COUNT(CASE WHEN ${isUnlikely} THEN 1 END)`), "unlikely"],
      ],
      group: ["sumCurrency"],
      raw: true,
    }),
  );
  const sums = rows as unknown as { sumCurrency: string | null; sum: string | null; unlikely: number }[];
  return {
    parts: sums.flatMap(({ sumCurrency, sum }) =>
      sumCurrency && sum ? [{ currency: sumCurrency, amount: sum }] : [],
    ),
    unlikely: sums.reduce((total, { unlikely }) => total + Number(unlikely), 0),
  };
}
