import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { monthAndYear } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { ContractMonthResponse } from "#app/schemas/contracts.ts";

/** What the last months would have brought under a contract that is not saved. */
export function TriedMonths({ months }: { months: ContractMonthResponse[] }) {
  return (
    <Panel title="The last three months under this contract">
      <PanelBody>
        <p role="status">Nothing is saved yet. It counts what is known of your verified clients.</p>
        <ul>
          {months.map(({ month, expected, currency, clients, lacking, withoutRate }) => (
            <li key={month}>
              {monthAndYear(month)}: {displayMoney(expected, currency)} of {formatNumber(clients)}{" "}
              {clients === 1 ? "client" : "clients"}{" "}
              <span className={text.small}>
                {[
                  ...(lacking > 0 ? [`${formatNumber(lacking)} without figures of the month`] : []),
                  ...(withoutRate > 0 ? [`${formatNumber(withoutRate)} without an exchange rate`] : []),
                ].join(", ")}
              </span>
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}
