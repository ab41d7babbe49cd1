import type Decimal from "decimal.js-light";
import type { Contract } from "#app/lib/contracts.ts";
import type { ContractMonth } from "#app/lib/worth.ts";
import { toRounded, type WorthEntry, ZERO } from "./worth.ts";

type Open = Omit<ContractMonth, "expected"> & { expected: Decimal; lastClient: string | null };

/** Adds up months of contracts. The rows of a client follow each other. */
export function createMonthSums(contracts: readonly Contract[]) {
  const byContract = new Map(
    contracts.map(({ id, currency }) => [id, { currency, months: new Map<string, Open>() }]),
  );

  const find = (contractId: string, month: string): Open => {
    const own = byContract.get(contractId);
    const known = own?.months.get(month);
    if (known) return known;
    const open: Open = {
      month,
      contractId,
      expected: ZERO,
      currency: own?.currency ?? "",
      clientCount: 0,
      lacking: [],
      unconverted: 0,
      isFinal: true,
      lastClient: null,
    };
    own?.months.set(month, open);
    return open;
  };

  return {
    addLacking: (contractId: string, month: string, submissionId: string) => {
      const sum = find(contractId, month);
      sum.lacking.push(submissionId);
      sum.isFinal = false;
    },
    add: ({ contractId, month, submissionId, amount, reason, ...entry }: WorthEntry) => {
      const sum = find(contractId, month);
      if (reason === "no_rate") sum.unconverted += 1;
      if (!entry.isFinal) sum.isFinal = false;
      if (!entry.isKnown) return;
      sum.expected = sum.expected.plus(amount);
      if (submissionId === null || submissionId === sum.lastClient) return;
      sum.lastClient = submissionId;
      sum.clientCount += 1;
    },
    list: (): ContractMonth[] =>
      [...byContract.values()].flatMap(({ currency, months }) =>
        [...months.values()]
          .sort((one, other) => (one.month < other.month ? -1 : 1))
          .map(({ lastClient, expected, ...month }) => ({
            ...month,
            expected: toRounded(expected, currency),
          })),
      ),
  };
}
