import Decimal from "decimal.js-light";
import type { Money } from "#app/lib/commission.ts";
import { callSourceWords } from "#app/lib/evidence.ts";
import type { ListTable } from "#app/lib/list-file.server.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { Submission } from "#app/models/submission.server.ts";
import type { ClientCommissionResponse, MonthCommissionsResponse } from "#app/schemas/commissions.ts";

type ClientCommission = {
  claims: Pick<Submission, "id" | "email">[];
  rows: ClientCommissionResponse["rows"];
  clientCount: number;
  expected: string | null;
  paid: string | null;
  difference: string | null;
  currency: string;
  notes: string[];
};

type MonthSums = Omit<MonthCommissionsResponse, "clients">;
type MonthCommissions = Omit<MonthCommissionsResponse, "clients"> & { clients: ClientCommission[] };

const shown = ({ amount, currency }: Money): Money => ({ amount: formatAmount(amount, currency), currency });

/** What a broker still owes of a month: what is paid of it is taken off, and more is not a debt. */
export function presentOwedCommission({ month, isPaid, expected, paid, difference }: MonthSums) {
  const [due] = expected;
  const left = isPaid ? difference && { ...difference, amount: negate(difference.amount) } : due;
  return {
    month,
    expected: expected.map(shown),
    paid: isPaid ? paid.map(shown) : null,
    // Null where a rate is missing.
    owed: left ? shown({ ...left, amount: Number(left.amount) > 0 ? left.amount : "0" }) : null,
  };
}

const negate = (amount: string) => new Decimal(amount).negated().toFixed();

/** A broker's month for its page. */
export const presentMonthCommissions = (month: MonthCommissions): MonthCommissionsResponse => ({
  month: month.month,
  isPaid: month.isPaid,
  expected: month.expected.map(shown),
  paid: month.paid.map(shown),
  difference: month.difference && shown(month.difference),
  clients: month.clients.map(presentClient),
});

function presentClient(client: ClientCommission, index: number): ClientCommissionResponse {
  const { claims, rows, clientCount, currency, notes, ...figures } = client;
  const shownIn = (amount: string | null) => amount && formatAmount(amount, currency);
  return {
    key: String(index),
    claims: claims.map(({ id, email }) => ({ id, email })),
    rows,
    clientCount,
    expected: shownIn(figures.expected),
    paid: shownIn(figures.paid),
    difference: shownIn(figures.difference),
    currency,
    notes,
  };
}

/** The same as the table of a file. */
export function toCommissionTable({ month, clients }: MonthCommissions): ListTable {
  const amounts = ["Expected", "Paid", "Difference"];
  const columns = [
    "Month",
    "Claims",
    "Emails",
    "Expected",
    "Paid",
    "Difference",
    "Currency",
    "Lines",
    "Notes",
  ];
  const pages = async function* () {
    yield clients
      .map(presentClient)
      .map(({ claims, rows, ...client }) => [
        month,
        claims.map(({ id }) => id).join(" "),
        claims.map(({ email }) => email).join(" "),
        client.expected,
        client.paid,
        client.difference,
        client.currency,
        rows
          .map(({ source, fileName, line }) =>
            source === "statement" ? `${line} of ${fileName}` : callSourceWords[source],
          )
          .join(", "),
        client.notes.join(" "),
      ]);
  };
  return {
    name: `Commission ${month}`,
    columns: columns.map((header) => ({ header, isNumber: amounts.includes(header) })),
    pages: pages(),
  };
}
