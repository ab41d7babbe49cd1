import { fn, literal, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { exactSum } from "#app/database/dialect.server.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { toSubmissionWhere } from "./submission-filter.server.ts";

export type CurrencySum = { amount: string; currency: string };

/** What the amounts that the list shows add up to, per currency. It reads every matching row. */
export async function sumSubmissions({
  workspace: { id, timeZone },
  query,
}: {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: SubmissionsQuery;
}): Promise<CurrencySum[]> {
  return sumAmounts(toSubmissionWhere(id, query, readDateRange(timeZone, query)));
}

export async function sumAmounts(where: WhereOptions): Promise<CurrencySum[]> {
  const currency = fn("COALESCE", literal("verifiedCurrency"), literal("currency"));
  const rows = await retryRead(() =>
    Submission.findAll({
      where,
      attributes: [
        [currency, "sumCurrency"],
        [literal(exactSum("COALESCE(verifiedAmount, amount)")), "sum"],
      ],
      group: ["sumCurrency"],
      raw: true,
    }),
  );
  return (rows as unknown as { sumCurrency: string | null; sum: string | null }[]).flatMap(
    ({ sumCurrency, sum }) => (sumCurrency && sum ? [{ currency: sumCurrency, amount: sum }] : []),
  );
}
