import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { type ExchangeRates, withOwnRates } from "#app/lib/exchange.ts";
import type { Days } from "#app/lib/periods.ts";
import { ExchangeRate, type Workspace } from "#app/models/index.server.ts";
import { getRatesOn } from "./get-rates.server.ts";
import { findValidRates, listOwnRates } from "./own-rates.server.ts";

/** The rates of each day of a range: the workspace's own that are valid, otherwise the bank's last known. */
export async function readDayRates(
  { id }: Pick<Workspace, "id">,
  { from, to }: Days,
): Promise<(day: string) => ExchangeRates> {
  const [own, first, later] = await Promise.all([
    listOwnRates(id),
    getRatesOn(from),
    retryRead(() =>
      ExchangeRate.findAll({ where: { day: { [Op.gt]: from, [Op.lte]: to } }, order: [["day", "ASC"]] }),
    ),
  ]);
  const bank = [{ day: from, rates: { ...first.rates } as Record<string, string> }];
  for (const { day, currency, perEuro } of later) {
    if (bank.at(-1)?.day !== day) bank.push({ day, rates: {} });
    (bank.at(-1) as (typeof bank)[number]).rates[currency] = perEuro;
  }
  const known = new Map<string, ExchangeRates>();
  return (day) => {
    const before = known.get(day);
    if (before) return before;
    const { rates } = bank.findLast((one) => one.day <= day) ?? (bank[0] as (typeof bank)[number]);
    const combined = withOwnRates(rates, findValidRates(own, day));
    known.set(day, combined);
    return combined;
  };
}
