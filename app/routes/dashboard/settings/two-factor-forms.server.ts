import { data, redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { type FormHandler, handleForm } from "#app/http/forms/handle-form.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { TwoFactorForm } from "#app/schemas/two-factor.ts";
import { renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { twoFactorLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import {
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  startTwoFactorSetup,
} from "#app/services/auth/sign-in/two-factor.server.ts";

export function handleTwoFactorForm(request: Request, member: Member, clientAddress: string) {
  const { user: owner, sessionId } = member;
  const limits = [twoFactorLimits.byAddress(clientAddress), twoFactorLimits.bySignedIn(owner.id)];
  return handleForm(request, member, TwoFactorForm, {
    start: {
      onValid: () =>
        orShowCurrentState(async () => {
          await startTwoFactorSetup({ owner });
          return redirect(paths.twoFactor(), 303);
        }),
    },
    confirm: withCode(async (code) => showCodes(await confirmTwoFactor({ owner, code, sessionId }))),
    renew: withCode(async (code) => {
      return showCodes(await countFailures(limits, () => renewRecoveryCodes({ owner, code })));
    }),
    disable: withCode(async (code) => {
      await countFailures(limits, () => disableTwoFactor({ owner, code }));
      const headers = new Headers({
        "Set-Cookie": await sessionCookie.serialize(await renewCookieToken(sessionId)),
      });
      const message = messages.twoFactor.switchedOff;
      return redirectWithFlash(paths.twoFactor(), { kind: "success", message }, headers);
    }),
  });
}

function withCode<R>(run: (code: string) => Promise<R>): FormHandler<{ code: string }, R | Response> {
  return { hide: ["code"], onValid: ({ code }) => orShowCurrentState(() => run(code)) };
}

/** The only response that holds the codes. */
const showCodes = (recoveryCodes: string[]) => data({ form: "codes" as const, recoveryCodes });

/** If another window was faster, the page shows the current state. */
async function orShowCurrentState<R>(run: () => Promise<R>): Promise<R | Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return redirectWithFlash(paths.twoFactor(), { kind: "error", message: error.message });
  }
}
