import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { type FieldError, Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { MoneyForm, type SpendLimitInput } from "#app/schemas/money.ts";
import { readTypedIn } from "#app/schemas/shared/money.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { setCampaignSource } from "#app/services/money/set-campaign-source.server.ts";
import { removeSpendLimit, setSpendLimit } from "#app/services/money/spend-limits.server.ts";

/** The limit of a campaign's cost, and the owner's rule of whose claims a campaign's are. */
export function handleMoneyForm(request: Request, member: Member) {
  const { access, workspace } = member;
  const done = (message: string) => redirectWithFlash(paths.moneyRules(), { kind: "success", message });
  return handleForm(request, member, MoneyForm, {
    "set-limit": {
      async onValid({ costPerVerified, afterSpend }) {
        const { currency } = workspace;
        const faults: FieldError[] = [];
        const read = (field: keyof SpendLimitInput, typed: string) => {
          const reading = readTypedIn(currency, typed);
          if ("amount" in reading) return reading.amount;
          faults.push({ field, message: reading.message });
          return typed;
        };
        const input = {
          costPerVerified: read("costPerVerified", costPerVerified),
          afterSpend: read("afterSpend", afterSpend),
        };
        if (faults.length > 0) throw new Invalid(faults);
        await setSpendLimit({ access, input });
        return done(messages.money.limitSaved);
      },
    },
    "remove-limit": {
      async onValid() {
        await removeSpendLimit({ access });
        return done(messages.money.limitRemoved);
      },
    },
    "set-source": {
      async onValid({ campaignRef, source }) {
        await setCampaignSource({ access, campaignRef, source: source ?? null });
        return done(source === undefined ? messages.money.sourceRemoved : messages.money.sourceSaved);
      },
    },
  });
}
