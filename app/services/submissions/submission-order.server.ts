import { Op, type Order, type WhereOptions } from "sequelize";
import { AMOUNT_RANK, SUBMISSION_STATUSES, type SubmissionStatus } from "#app/lib/domain.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";

/** A part of a sorted list: its rows follow those of the part before. */
export type OrderedPart = { where: WhereOptions; order: Order };

export const newestFirst: Order = [
  ["createdAt", "DESC"],
  ["id", "DESC"],
];
const oldestFirst: Order = [
  ["createdAt", "ASC"],
  ["id", "ASC"],
];

/** The order of a list, in parts that an index each reads in order. */
export function toOrder({ sort, status }: Pick<SubmissionsQuery, "sort" | "status">): OrderedPart[] {
  if (sort === "sendBefore") return byTimeLeft(status, new Date());
  if (sort === "createdAt") return [{ where: {}, order: oldestFirst }];
  if (sort === "-createdAt") return [{ where: {}, order: newestFirst }];
  if (sort === "person" || sort === "-person") return [{ where: {}, order: byPerson(sort) }];
  if (sort === "status") return byStatus(SUBMISSION_STATUSES);
  if (sort === "-status") return byStatus(SUBMISSION_STATUSES.toReversed());
  return byAmount(sort === "amount" ? "ASC" : "DESC");
}

function byPerson(sort: "person" | "-person"): Order {
  const direction = sort === "person" ? "ASC" : "DESC";
  return [
    ["emailKey", direction],
    ["id", direction],
  ];
}

const byStatus = (statuses: readonly SubmissionStatus[]): OrderedPart[] =>
  statuses.map((status) => ({ where: { status }, order: newestFirst }));

/**
 * What brokers have called back or answered comes first, the surest before: it can be verified at once. Then open
 * windows, claims without one, those whose window has closed, and decided ones.
 */
function byTimeLeft(status: SubmissionsQuery["status"], now: Date): OrderedPart[] {
  const byDeadline = (direction: "ASC" | "DESC"): Order => [
    ["sendBefore", direction],
    ["id", direction],
  ];
  const pending = (sendBefore: unknown, order: Order) => ({
    where: { status: "pending", brokerSays: null, sendBefore },
    order,
  });
  const told = {
    where: { status: "pending", brokerSays: ["certain", "likely"] },
    order: [["brokerSays", "ASC"], ...(byDeadline("ASC") as [string, string][])] as Order,
  };
  const toCheck = [
    told,
    pending({ [Op.gt]: now }, byDeadline("ASC")),
    pending(null, oldestFirst),
    pending({ [Op.lte]: now }, byDeadline("DESC")),
  ];
  const decided = { where: { status: { [Op.ne]: "pending" } }, order: newestFirst };
  if (status === undefined) return [...toCheck, decided];
  return status === "pending" ? toCheck : [decided];
}

/** By the amount that the list shows, in the account's currency; then in the order of `AMOUNT_RANK`. */
function byAmount(direction: "ASC" | "DESC"): OrderedPart[] {
  const compared = (amountRank: number) => ({
    where: { amountRank },
    order: [
      ["comparableAmount", direction],
      ["id", direction],
    ] as Order,
  });
  return [
    compared(AMOUNT_RANK.comparable),
    compared(AMOUNT_RANK.withoutRate),
    { where: { amountRank: AMOUNT_RANK.withoutAmount, comparableAmount: null }, order: [["id", "DESC"]] },
    compared(AMOUNT_RANK.unlikely),
  ];
}
