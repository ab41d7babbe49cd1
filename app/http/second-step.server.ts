import { DomainError } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages.ts";
import type { Opened } from "#app/services/accounts/enter.server.ts";
import {
  type CodeTried,
  completeSecondStep,
  endSecondStep,
  findSecondStep,
} from "#app/services/accounts/second-step.server.ts";
import { consume, RateLimited, secondStepLimits } from "./rate-limits.server.ts";

/** So many codes were tried that the sign-in ended: the next one begins with the password. */
class TooManyCodes extends DomainError {
  override readonly headers: Record<string, string>;

  constructor(headers: Record<string, string>) {
    super(429, "rate_limited", messages.twoStep.tooManyCodes);
    this.headers = headers;
  }
}

/**
 * A code of the second step, counted against its account before it is looked at, and with it the sign-in's end. The limit ends the token
 * too.
 * @throws {DomainError} 401 `invalid_code`, `second_step_ended` · 403 `account_deactivated` · 429 `rate_limited`
 */
export async function tryCode(tried: CodeTried): Promise<Opened> {
  const { userId } = await findSecondStep(tried);
  try {
    await consume([secondStepLimits.byAccount(userId)]);
  } catch (refused) {
    if (!(refused instanceof RateLimited)) throw refused;
    await endSecondStep({ userId });
    throw new TooManyCodes(refused.headers);
  }
  return completeSecondStep(tried);
}
