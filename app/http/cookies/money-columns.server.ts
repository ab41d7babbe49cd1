import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { MONEY_COLUMNS, type MoneyColumn, usualMoneyColumns } from "#app/lib/money-columns.ts";
import { paths } from "#app/paths.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";

/** The columns that somebody chose last for the table of money. */
const columnsCookie = createSignedCookie("attesto_money", z.array(z.enum(MONEY_COLUMNS)).min(1), {
  maxAge: (365 * DAY) / SECOND,
  path: paths.money(),
});

/**
 * The columns that the address names, in the order of the table; without any those that were chosen before.
 * @returns `headers`: they remember what the address names
 */
export async function chooseMoneyColumns(request: Request, of: keyof typeof usualMoneyColumns) {
  const named = new URL(request.url).searchParams.getAll("columns");
  const isNamed = named.length > 0;
  const chosen = isNamed
    ? MONEY_COLUMNS.filter((column) => named.includes(column))
    : await columnsCookie.parse(request.headers.get("cookie"));
  const columns: MoneyColumn[] = chosen?.length ? chosen : [...usualMoneyColumns[of]];
  return {
    columns,
    headers: isNamed ? { "Set-Cookie": await columnsCookie.serialize(columns) } : undefined,
  };
}
