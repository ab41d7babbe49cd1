import type { SpendAccount } from "#app/models/spend-account.server.ts";
import type { SpendAccountCard } from "#app/schemas/integration-card.ts";

export function presentSpendAccount(account: SpendAccount, now: Date): SpendAccountCard {
  const { id, accountId, accountName, currency, tokenEnding, state, attemptCount, dueAt } = account;
  const number = accountId.replace(/^act_/, "");
  return {
    id,
    number,
    name: accountName ?? number,
    currency,
    tokenEnding,
    isRefused: state === "invalid",
    isAtRest: state === "connected" && attemptCount === 0 && dueAt !== null && dueAt > now,
    lastReadAt: account.lastReadAt?.toISOString() ?? null,
    nextReadAt: dueAt?.toISOString() ?? null,
    lastError: account.lastError,
  };
}
