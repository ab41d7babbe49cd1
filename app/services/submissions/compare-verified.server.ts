import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "sequelize";
import { type Submission, Workspace } from "#app/models/index.server.ts";
import type { Rates } from "#app/services/exchange-rates/get-rates.server.ts";
import { addOwnRates } from "#app/services/exchange-rates/own-rates.server.ts";
import type { OptionalMoney } from "./check-decision.server.ts";
import {
  type ComparableAmount,
  type ShownMoney,
  shownMoney,
  toComparableAmount,
} from "./comparable-amounts.ts";

type VerifiedSubmission = { submission: Submission; verified: OptionalMoney };

/**
 * The sort values of submissions after other amounts were verified; nothing for those that
 * show the same one.
 */
export async function compareVerified(
  verified: VerifiedSubmission[],
  bank: Rates,
  transaction: Transaction,
): Promise<Partial<ComparableAmount>[]> {
  const shown = verified.map(otherShown);
  const changed = verified.find((_, index) => shown[index]);
  if (!changed) return verified.map(() => ({}));
  const workspace = await Workspace.findByPk(changed.submission.workspaceId, {
    attributes: ["id", "currency", "timeZone"],
    transaction,
    rejectOnEmpty: true,
  });
  const rates = await addOwnRates(workspace, bank.rates, transaction);
  return shown.map((money) => (money ? toComparableAmount(money, workspace.currency, rates) : {}));
}

/** The amount that a list shows from now on; null if it is the same as before. */
function otherShown({ submission, verified }: VerifiedSubmission): ShownMoney | null {
  const { amount, currency, unlikelyAmount, cameInRush } = submission;
  const before = shownMoney(submission);
  const after = shownMoney({
    amount,
    currency,
    unlikelyAmount,
    cameInRush,
    verifiedAmount: verified.amount,
    verifiedCurrency: verified.currency,
  });
  return isDeepStrictEqual(before, after) ? null : after;
}
