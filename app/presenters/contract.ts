import Decimal from "decimal.js-light";
import type { Contract, ContractPart, ContractStep } from "#app/lib/contracts.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { ContractResponse } from "#app/schemas/contracts.ts";

/** Amounts of the contract's currency have its digits; all other figures have no needless ones. */
export function presentContract({ parts, ...contract }: Contract): ContractResponse {
  const { currency } = contract;
  return {
    ...contract,
    parts: parts.length === 0 ? [UNKNOWN] : parts.map((part) => presentPart(part, currency)),
  };
}

const UNKNOWN: ContractResponse["parts"][number] = {
  kind: "unknown",
  steps: [],
  qualification: null,
  carriesLosses: false,
  clawBackDays: null,
};

const plain = (figure: string) => new Decimal(figure).toFixed();

function presentPart(part: ContractPart, currency: string): ContractResponse["parts"][number] {
  const { kind, qualification } = part;
  const money = (amount: string) => formatAmount(amount, currency);
  const isPercentage = kind === "percent_of_deposits" || kind === "share_of_revenue";
  const range = kind === "per_lot" || kind === "flat" ? plain : money;
  const value = isPercentage ? plain : money;
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
      lotsMin: qualification.lotsMin && plain(qualification.lotsMin),
    },
  };
}
