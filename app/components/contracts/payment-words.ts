import { type PaidKind, PERCENT_KINDS } from "#app/lib/contracts.ts";

type Words = {
  /** What a kind of payment is called. */
  name: string;
  /** What its button says after "Add". */
  add: string;
  /** What its steps are measured by. */
  from: string;
  /** What falls into a step. */
  whole: string;
  hint: string;
};

/** The kinds of payment in the order of the page. */
export const PAYMENTS: Record<PaidKind, Words> = {
  cpa: {
    name: "CPA",
    add: "CPA",
    from: "First deposit from",
    whole: "a first deposit",
    hint: "A sum once for each client who meets the conditions.",
  },
  share_of_revenue: {
    name: "Share of revenue",
    add: "share of revenue",
    from: "Monthly revenue from",
    whole: "a month",
    hint: "A percentage of what the broker earns with your clients.",
  },
  per_lot: {
    name: "Per lot",
    add: "per lot",
    from: "Monthly lots from",
    whole: "a month",
    hint: "A sum for each lot that your clients trade.",
  },
  flat: {
    name: "Monthly fee",
    add: "monthly fee",
    from: "New clients from",
    whole: "a month",
    hint: "A sum for each month with so many new clients.",
  },
  percent_of_deposits: {
    name: "Percent of deposits",
    add: "percent of deposits",
    from: "Monthly deposits from",
    whole: "a month",
    hint: "A percentage of each verified deposit.",
  },
  per_deposit: {
    name: "Amount per deposit",
    add: "amount per deposit",
    from: "Monthly deposits from",
    whole: "a month",
    hint: "A sum for each verified deposit.",
  },
};
export const PAYMENT_KINDS = Object.keys(PAYMENTS) as PaidKind[];

/** What a step pays in. */
export const valueLabel = (kind: PaidKind): string => (PERCENT_KINDS.includes(kind) ? "Percent" : "Amount");
