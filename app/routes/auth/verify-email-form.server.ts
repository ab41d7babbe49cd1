import { data, redirect } from "@remix-run/node";
import { anyone } from "#app/http/auth/guards.server.ts";
import { signInBrowser } from "#app/http/auth/sign-in-response.server.ts";
import { serializeFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { paths } from "#app/paths.ts";
import { VerifyEmailForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  isAlreadyVerified,
  isOwnVerificationLink,
  verifyEmail,
} from "#app/services/auth/registration/verify-email.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { readRegistration, registrationCookie } from "./registration-cookie.server.ts";
import { verifiedLinkCookie } from "./verified-link-cookie.server.ts";

export type VerifyOutcome = { isVerified: boolean; message: string };

const readToken = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Shows the outcome once more, on the sign-in page. */
const serializeOutcome = ({ isVerified, message }: VerifyOutcome) =>
  serializeFlash({ kind: isVerified ? "success" : "error", message });

/**
 * What is known without consuming the link: the token is missing, this browser has just used it, or somebody
 * did and the email is verified, for example a mail scanner or another device.
 */
export async function loadOutcome(request: Request) {
  const token = readToken(request);
  const usedHash = await verifiedLinkCookie.parse(request.headers.get("cookie"));
  const { verified, verifiedAlready, linkInvalid } = messages.auth;
  const wasUsedHere = token !== "" && usedHash === sha256(token);
  const wasUsed = wasUsedHere || (token !== "" && (await isAlreadyVerified(token)));
  if (token && !wasUsed) return data({ outcome: null });
  const message = wasUsedHere ? verified : wasUsed ? verifiedAlready : linkInvalid;
  const outcome: VerifyOutcome = { isVerified: wasUsed, message };
  const headers = { "Set-Cookie": await serializeOutcome(outcome) };
  return data({ outcome }, { status: token ? 200 : 400, headers });
}

export async function handleVerifyEmailForm(request: Request, context: LoadContext) {
  const reply = await handleForm(request, anyone, VerifyEmailForm, {
    verify: { failure: messages.auth.verifyFailed, onValid: () => verify(request, context) },
  });
  if (reply instanceof Response) return reply;
  const [message = messages.auth.verifyFailed] = reply.data.error?.[""] ?? [];
  const outcome: VerifyOutcome = { isVerified: false, message };
  const headers = new Headers(reply.init?.headers);
  headers.append("Set-Cookie", await serializeOutcome(outcome));
  return data({ ...reply.data, outcome }, { ...reply.init, headers });
}

/** Verifies the email, and signs in the browser that registered. Another one may be a mail scanner's. */
async function verify(request: Request, context: LoadContext): Promise<Response> {
  const token = readToken(request);
  const to = paths.verifyEmail({ token });
  const registration = await readRegistration(request);
  if (await isAlreadyVerified(token)) return redirect(to, 303);
  let response: Response;
  if (registration && (await isOwnVerificationLink({ token, userId: registration.id }))) {
    const credentials = { kind: "email-link" as const, purpose: "verify-email" as const, token };
    response = await signInBrowser({ request, context, credentials, to });
    response.headers.append("Set-Cookie", await registrationCookie.clear());
  } else {
    await verifyEmail(token);
    response = redirect(to, 303);
  }
  response.headers.append("Set-Cookie", await verifiedLinkCookie.serialize(sha256(token)));
  response.headers.append("Set-Cookie", await pendingEmailCookie.clear());
  return response;
}
