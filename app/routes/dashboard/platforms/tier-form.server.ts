import { TIERS_MAX } from "#app/schemas/shared/limits.ts";
import type { TierDraft, TierRow } from "#app/schemas/tiers.ts";

/** The rows of the tier editor as a form sent them: each field once for each row, in their order. */
export function readTierDraft(fields: URLSearchParams): Omit<TierDraft, "isChecked"> {
  const all = (name: string) => fields.getAll(name);
  const [ids, names, starts, ends, types, values] = [
    all("tierId"),
    all("tierName"),
    all("tierMin"),
    all("tierMax"),
    all("tierType"),
    all("tierValue"),
  ];
  // One more than there may be, so that it can be said.
  const rows = values.slice(0, TIERS_MAX + 1).map(
    (value, row): TierRow => ({
      id: ids[row] ?? "",
      name: names[row] ?? "",
      minAmount: starts[row] ?? "",
      maxAmount: ends[row] ?? "",
      type: types[row] === "fixed" ? "fixed" : "percentage",
      value,
    }),
  );
  return {
    rows,
    currency: fields.get("tierCurrency") ?? "",
    seen: fields.get("tiersSeen") ?? "",
    trial: { amount: fields.get("trialAmount") ?? "", total: fields.get("trialTotal") ?? "" },
  };
}
