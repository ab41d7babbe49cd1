import { Link } from "@remix-run/react";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import type { Money } from "#app/lib/commission.ts";
import { displayMoney } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";

type OwedBroker = {
  platformId: string;
  name: string;
  month: string;
  expected: Money[];
  /** Null while no file says it. */
  paid: Money[] | null;
  /** Null where a rate is missing. */
  owed: Money | null;
};

/** What each broker owes of a month; a broker's name leads to its clients. */
export function OwedTable({ brokers }: { brokers: OwedBroker[] }) {
  const show = ({ amount, currency }: Money) => displayMoney(amount, currency);
  return (
    <Table
      caption="Commission owed by broker"
      groups={[{ rows: brokers }]}
      getKey={({ platformId }) => platformId}
      columns={[
        {
          head: "Broker",
          isWide: true,
          cell: ({ platformId, name, month }) => (
            <Link to={paths.commission({ platformId, month })}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          head: "Expected",
          isNumber: true,
          isLabelled: true,
          cell: ({ expected }) => expected.map(show).join(" + "),
        },
        {
          head: "Paid",
          isNumber: true,
          isLabelled: true,
          cell: ({ paid }) => paid?.map(show).join(" + ") ?? "–",
        },
        {
          head: "Owed",
          isNumber: true,
          isLabelled: true,
          cell: ({ owed }) => (owed ? <b className={text.strong}>{show(owed)}</b> : "–"),
        },
      ]}
    />
  );
}
