import { literal, type Order } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { asNumber } from "#app/database/dialect.server.ts";
import { type EuroRates, rateBetween } from "#app/lib/exchange.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";

const orders: Record<Exclude<SubmissionsQuery["sort"], "amount" | "-amount">, Order> = {
  "-createdAt": [
    ["createdAt", "DESC"],
    ["id", "DESC"],
  ],
  createdAt: [
    ["createdAt", "ASC"],
    ["id", "ASC"],
  ],
  // Rows without a deadline come last on both dialects.
  sendBefore: [
    [literal("sendBefore IS NULL"), "ASC"],
    ["sendBefore", "ASC"],
    ["id", "ASC"],
  ],
};

/** @param currency what amounts are compared in */
export async function orderOf(sort: SubmissionsQuery["sort"], currency: string): Promise<Order> {
  if (sort !== "amount" && sort !== "-amount") return orders[sort];
  return byAmount(sort === "amount" ? "ASC" : "DESC", currency, (await getRates()).rates);
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
