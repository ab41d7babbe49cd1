import { redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { config } from "#app/env.server.ts";
import { visitorCookie } from "#app/http/cookies/visitor.server.ts";
import { paths } from "#app/paths.ts";
import { toAuthenticatedAt } from "#app/services/auth/providers/provider.ts";
import { signInProviders } from "#app/services/auth/providers/registry.server.ts";
import { findOrCreateProviderUser } from "#app/services/auth/sign-in/identities.server.ts";
import type { VerifiedAccount } from "#app/services/auth/sign-in/sign-in.server.ts";
import {
  type PasswordCredentials,
  verifyCredentials,
} from "#app/services/auth/sign-in/verify-credentials.server.ts";
import { pendingLinkCookie } from "./authorization-request.server.ts";
import { type ProviderResult, ProviderStrategy } from "./provider-strategy.server.ts";

/** Authenticates by password or by a provider. The account may still need its second factor. */
export const authenticator = new Authenticator<VerifiedAccount>();

authenticator.use(new FormStrategy(verifyPassword), "password");
for (const provider of signInProviders)
  authenticator.use(new ProviderStrategy(provider, verifyProviderAccount));

/**
 * Authenticates by a form that has been validated already. Its body was read, so the strategy gets a request
 * with the valid values.
 * @param cookies the browser's `Cookie` header
 * @throws what `verifyCredentials` throws
 */
export function authenticatePassword(
  form: PasswordCredentials,
  cookies: string | null,
): Promise<VerifiedAccount> {
  const headers = new Headers(cookies === null ? {} : { cookie: cookies });
  const body = new URLSearchParams(form);
  return authenticator.authenticate(
    "password",
    new Request(config.publicUrl, { method: "POST", headers, body }),
  );
}

async function verifyPassword({ form, request }: FormStrategy.VerifyOptions): Promise<VerifiedAccount> {
  const credentials = {
    usernameOrEmail: String(form.get("usernameOrEmail")),
    password: String(form.get("password")),
  };
  const cookieId = await visitorCookie.parse(request.headers.get("cookie"));
  const user = await verifyCredentials(credentials, cookieId);
  return { kind: "verified", user, authenticatedAt: new Date() };
}

/** @throws {Response} a redirect, if the account is only linked once its password was entered */
async function verifyProviderAccount({ account, attempt }: ProviderResult): Promise<VerifiedAccount> {
  const { user, needsPassword } = await findOrCreateProviderUser(account);
  if (needsPassword) {
    const link = { userId: user.id, account, returnTo: attempt.returnTo };
    const headers = { "Set-Cookie": await pendingLinkCookie.serialize(link) };
    throw redirect(paths.linkProvider(), { status: 303, headers });
  }
  return { kind: "verified", user, authenticatedAt: toAuthenticatedAt(account) };
}
