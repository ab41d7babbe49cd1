import { consume, RateLimited, twoFactorLimits } from "#app/http/limits/rate-limits.server.ts";
import { DomainError } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SessionCreated } from "#app/services/auth/sign-in/complete-sign-in.server.ts";
import {
  cancelSecondFactor,
  completeSecondFactor,
  findSecondFactor,
  type SecondFactorResult,
} from "#app/services/auth/sign-in/second-factor.server.ts";

/** So many codes were tried that the sign-in ended: the next one begins with the password. */
class TooManyCodes extends DomainError {
  override readonly headers: Record<string, string>;

  constructor(headers: Record<string, string>) {
    super(429, "rate_limited", messages.twoFactor.tooManyCodes);
    this.headers = headers;
  }
}

/**
 * A code of the second step, counted against its account before it is looked at, and with it the sign-in's end. The limit ends the token
 * too.
 * @throws {DomainError} 401 `invalid_code`, `second_step_ended` · 403 `account_deactivated` · 429 `rate_limited`
 */
export async function verifyTwoFactorCode(tried: SecondFactorResult): Promise<SessionCreated> {
  const { userId } = await findSecondFactor(tried);
  try {
    await consume([twoFactorLimits.byAccount(userId)]);
  } catch (refused) {
    if (!(refused instanceof RateLimited)) throw refused;
    await cancelSecondFactor({ userId });
    throw new TooManyCodes(refused.headers);
  }
  return completeSecondFactor(tried);
}
