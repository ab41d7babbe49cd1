import type { z } from "zod";
import type { Spend } from "#app/lib/spend.ts";
import type { PlatformRefusal } from "#app/services/ad-platforms/ad-platform.ts";

/** An ad account as its platform describes it. */
type AdAccount = { name: string; currency: string; timeZone: string };

/** What a reading needs of an ad account. */
export type ReadAccount<Credential = unknown> = {
  accountId: string;
  currency: string;
  credential: Credential;
};

/** A part of what was spent on a day, perhaps an empty one; `isLast` of its day. */
type SpendPage = { day: string; spend: Spend[]; isLast: boolean };

/** The platform refused, or sent no spend. */
export class SpendReadError extends Error {
  readonly refusal: PlatformRefusal;

  constructor(refusal: PlatformRefusal) {
    super(refusal.result.message ?? "The spend could not be read.");
    this.refusal = refusal;
  }
}

/** Reads what one ad platform's accounts spend. Method syntax, as at `AdPlatform`. */
export interface SpendReader<Credential extends { accessToken: string } = { accessToken: string }> {
  adPlatform: string;
  credentialSchema: z.ZodType<Credential>;
  /** The account's id as the platform's API has it; null if it cannot be one. */
  toAccountId(typed: string): string | null;
  /** Asks the platform whether the credential may read the account's spend. */
  findAccount(account: {
    credential: Credential;
    accountId: string;
  }): Promise<{ ok: true; account: AdAccount } | PlatformRefusal>;
  /**
   * The spend of each day from `from` to `to`, the oldest first and also of days without any, so that what came
   * before a fault can be kept.
   * @throws {SpendReadError}
   */
  listSpend(account: ReadAccount<Credential>, from: string, to: string): AsyncIterable<SpendPage>;
}
