import { literal, Op, type Order, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { asNumber } from "#app/database/dialect.server.ts";
import { type EuroRates, rateBetween } from "#app/lib/exchange.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";

/** A part of a sorted list: its rows follow those of the part before. */
export type OrderedPart = { where: WhereOptions; order: Order };

const newestFirst: Order = [
  ["createdAt", "DESC"],
  ["id", "DESC"],
];
const oldestFirst: Order = [
  ["createdAt", "ASC"],
  ["id", "ASC"],
];

/**
 * The order of a list, in parts that an index each reads in order.
 * @param currency what amounts are compared in
 */
export async function orderOf(
  { sort, status }: Pick<SubmissionsQuery, "sort" | "status">,
  currency: string,
): Promise<OrderedPart[]> {
  if (sort === "sendBefore") return byTimeLeft(status, new Date());
  if (sort === "createdAt") return [{ where: {}, order: oldestFirst }];
  if (sort === "-createdAt") return [{ where: {}, order: newestFirst }];
  const order = byAmount(sort === "amount" ? "ASC" : "DESC", currency, (await getRates()).rates);
  return [{ where: {}, order }];
}

/** Open windows first, then claims without one, then those whose window has closed, then decided ones. */
function byTimeLeft(status: SubmissionsQuery["status"], now: Date): OrderedPart[] {
  const pending = (sendBefore: unknown, order: Order) => ({
    where: { status: "pending", sendBefore },
    order,
  });
  const byDeadline = (direction: "ASC" | "DESC"): Order => [
    ["sendBefore", direction],
    ["id", direction],
  ];
  const toCheck = [
    pending({ [Op.gt]: now }, byDeadline("ASC")),
    pending(null, oldestFirst),
    pending({ [Op.lte]: now }, byDeadline("DESC")),
  ];
  const decided = { where: { status: { [Op.ne]: "pending" } }, order: newestFirst };
  if (status === undefined) return [...toCheck, decided];
  return status === "pending" ? toCheck : [decided];
}

/** By the amount that the list shows, in the account's currency. Those without a rate come last, by number. */
function byAmount(direction: "ASC" | "DESC", currency: string, rates: EuroRates): Order {
  const factors = new Set([currency, "EUR", ...Object.keys(rates)]);
  const cases = [...factors].flatMap((from) => {
    const rate = rateBetween(from, currency, rates);
    return rate === null ? [] : [`WHEN ${sequelize.escape(from)} THEN ${rate}`];
  });
  const amount = asNumber("COALESCE(verifiedAmount, amount)");
  const converted = `${amount} * CASE COALESCE(verifiedCurrency, currency) ${cases.join(" ")} END`;
  return [
    [literal(`${converted} IS NULL`), "ASC"],
    [literal(`${amount} IS NULL`), "ASC"],
    [literal(converted), direction],
    [literal(amount), direction],
    ["id", "DESC"],
  ];
}
