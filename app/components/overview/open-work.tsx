import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import type { Money } from "#app/lib/commission.ts";
import { monthAndYear } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { Days } from "#app/lib/periods.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SpendFigures } from "#app/lib/spend-figures.ts";
import { paths } from "#app/paths.ts";

type OpenWorkProps = {
  work: {
    problems: number;
    broken: { id: string; name: string }[];
    /** `amounts` is undefined where they are added up on the page of that month alone. */
    owed: { month: string; amounts: Money[] | undefined; brokers: string[] } | null;
  };
  money: SpendFigures | "failed" | null;
  days: Days | undefined;
};

/** What can be done next, besides the claims to check. */
export function OpenWork({ work: { problems, broken, owed }, money, days }: OpenWorkProps) {
  const known = money === null || money === "failed" ? null : money;
  const losing = known?.losing ?? [];
  if (problems + broken.length + losing.length === 0 && owed === null) return null;
  return (
    <Panel title="What to do next">
      <Rows isWrapping>
        {broken.map(({ id, name }) => (
          <li key={id}>
            <div>
              <Link to={paths.integration({ adPlatform: id })}>Connect {name} again</Link>{" "}
              <Why>It refuses the connection.</Why>
            </div>
          </li>
        ))}
        {problems > 0 ? (
          <li>
            <div>
              <Link to={paths.submissions({ status: "all", event: "problem" })}>
                {problems === 1
                  ? "Look at 1 claim with a problem"
                  : `Look at ${formatNumber(problems)} claims with problems`}
              </Link>{" "}
              <Why>Its event was refused, came too late or waits for a connection.</Why>
            </div>
          </li>
        ) : null}
        {owed ? (
          <li>
            <div>
              <Link to={paths.commissionOwed({ month: owed.month })}>
                Ask for the commission of {monthAndYear(owed.month)}
              </Link>{" "}
              <Why>
                {owed.brokers.map((name, index) => (
                  <span key={name}>
                    {index > 0 ? ", " : ""}
                    <bdi>{name}</bdi>
                  </span>
                ))}
              </Why>
            </div>
            {owed.amounts ? (
              <b>
                {owed.amounts.map(({ amount, currency }) => displayMoney(amount, currency)).join(" + ")} owed
              </b>
            ) : null}
          </li>
        ) : null}
        {known && days
          ? losing.map(({ name, profit }) => (
              <li key={name}>
                <div>
                  <Link to={paths.money({ from: days.from, to: days.to, sort: "profit" })}>
                    Stop or change <bdi className={text.breakable}>{name}</bdi>
                  </Link>{" "}
                  <Why>It loses more than chance explains.</Why>
                </div>
                <b className={text.alarm}>{displayMoney(profit, known.currency)}</b>
              </li>
            ))
          : null}
      </Rows>
    </Panel>
  );
}

const Why = ({ children }: { children: React.ReactNode }) => (
  <span className={clsx(text.small, text.block)}>{children}</span>
);
