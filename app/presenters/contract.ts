import Decimal from "decimal.js-light";
import { type Contract, type ContractPart, type ContractStep, PERCENT_KINDS } from "#app/lib/contracts.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { ContractMonth } from "#app/lib/worth.ts";
import { type ContractMonthResponse, type ContractResponse, RANGE_UNITS } from "#app/schemas/contracts.ts";

/** Amounts of the contract's currency have its digits; all other figures have no needless ones. */
export function presentContract({ parts, ...contract }: Contract): ContractResponse {
  const { currency } = contract;
  return {
    ...contract,
    parts: parts.length === 0 ? [UNKNOWN] : parts.map((part) => presentPart(part, currency)),
  };
}

export const presentContractMonth = ({
  month,
  expected,
  currency,
  clientCount,
  lacking,
  unconverted,
}: ContractMonth): ContractMonthResponse => ({
  month,
  expected: formatAmount(expected, currency),
  currency,
  clients: clientCount,
  lacking: lacking.length,
  withoutRate: unconverted,
});

const UNKNOWN: ContractResponse["parts"][number] = {
  kind: "unknown",
  steps: [],
  qualification: null,
  carriesLosses: false,
  clawBackDays: null,
};

/** A figure without needless digits. */
export const plainFigure = (figure: string) => new Decimal(figure).toFixed();

function presentPart(part: ContractPart, currency: string): ContractResponse["parts"][number] {
  const { kind, qualification } = part;
  const money = (amount: string) => formatAmount(amount, currency);
  const range = kind in RANGE_UNITS ? plainFigure : money;
  const value = PERCENT_KINDS.includes(kind) ? plainFigure : money;
  const presentStep = ({ from, to, countries, ...step }: ContractStep) => ({
    ...step,
    from: range(from),
    to: to === null ? null : range(to),
    countries: countries && [...countries],
    value: value(step.value),
  });
  return {
    ...part,
    steps: part.steps.map(presentStep),
    qualification: qualification && {
      ...qualification,
      depositMin: qualification.depositMin && money(qualification.depositMin),
      lotsMin: qualification.lotsMin && plainFigure(qualification.lotsMin),
    },
  };
}
