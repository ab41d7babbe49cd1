import { Link } from "@remix-run/react";
import clsx from "clsx";
import { More } from "#app/components/ui/more.tsx";
import { FoldedPanel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { MoneyTableRow, RowLinks } from "./money-table.tsx";
import { showValue } from "./values.ts";

type Listed = { rows: MoneyTableRow[]; leftOut: number };

type UnmatchedMoneyProps = {
  /** Campaigns that no claim names, and no rule. */
  spendWithoutClaims: Listed;
  /** Campaigns that claims name, and no spend. */
  claimsWithoutSpend: Listed;
  currency: string;
  rowLinks: RowLinks;
};

/** Spend and claims that belong to nothing of the other side, with their money. */
export function UnmatchedMoney({
  spendWithoutClaims,
  claimsWithoutSpend,
  currency,
  rowLinks,
}: UnmatchedMoneyProps) {
  const campaigns = [spendWithoutClaims, claimsWithoutSpend].reduce(
    (sum, { rows, leftOut }) => sum + rows.length + leftOut,
    0,
  );
  if (campaigns === 0) return null;
  const show = (row: MoneyTableRow, column: "spend" | "value") =>
    showValue(column, row.values[column], currency);
  return (
    <FoldedPanel
      title="Not matched"
      note={campaigns === 1 ? "1 campaign" : `${formatNumber(campaigns)} campaigns`}
    >
      <List
        title="Spend without claims"
        {...spendWithoutClaims}
        value={(row) => {
          const { spend } = rowLinks(row);
          return spend ? <Link to={spend}>{show(row, "spend")}</Link> : show(row, "spend");
        }}
      />
      <List
        title="Campaigns of claims without spend"
        {...claimsWithoutSpend}
        value={(row) => {
          const href = rowLinks(row).claims?.();
          const claims = `${formatNumber(Number(row.values.claims))} ${row.values.claims === "1" ? "claim" : "claims"}`;
          return (
            <>
              {href ? <Link to={href}>{claims}</Link> : claims}, {show(row, "value")} verified
            </>
          );
        }}
      />
      <PanelBody>
        <p className={text.small}>
          A claim belongs to a campaign by the ids that the ad’s link carries, else by its utm_campaign. Give
          the campaign the same name there, or open its row and assign it to a source.
        </p>
      </PanelBody>
    </FoldedPanel>
  );
}

type ListProps = Listed & {
  title: string;
  value: (row: MoneyTableRow) => React.ReactNode;
};

const SHOWN = 8;

function List({ title, rows, leftOut, value }: ListProps) {
  if (rows.length === 0) return null;
  const list = (part: MoneyTableRow[]) => (
    <Rows isWrapping>
      {part.map((row) => (
        <li key={row.id}>
          <div>
            <bdi className={text.breakable}>{row.name}</bdi>{" "}
            {row.adPlatform ? <span className={clsx(text.small, text.block)}>{row.adPlatform}</span> : null}
          </div>
          <div>{value(row)}</div>
        </li>
      ))}
    </Rows>
  );
  return (
    <>
      <PanelBody>
        <h3 className={text.label}>{title}</h3>
      </PanelBody>
      {list(rows.slice(0, SHOWN))}
      <More count={rows.length - SHOWN} leftOut={leftOut}>
        {list(rows.slice(SHOWN))}
      </More>
    </>
  );
}
