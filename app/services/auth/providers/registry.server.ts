import { config } from "#app/env.server.ts";
import { metaVariables } from "#app/services/ad-platforms/meta/variables.server.ts";
import { facebookProvider } from "./facebook.server.ts";
import { openIdProvider } from "./openid.server.ts";
import type { SignInProvider } from "./provider.ts";

const GOOGLE = "https://accounts.google.com";

const { google, facebook, oidc } = config.signInProviders;

/** The providers that are configured, in the order of their buttons. */
export const signInProviders: readonly SignInProvider[] = [
  ...(google
    ? [
        openIdProvider({
          id: "google",
          name: "Google",
          issuer: GOOGLE,
          clientId: google.id,
          clientSecret: google.secret,
        }),
      ]
    : []),
  ...(facebook
    ? [
        facebookProvider({
          clientId: facebook.id,
          clientSecret: facebook.secret,
          graphUrl: metaVariables.graphUrl,
          graphVersion: metaVariables.version,
        }),
      ]
    : []),
  ...(oidc
    ? [
        openIdProvider({
          id: "oidc",
          name: oidc.name,
          issuer: oidc.issuer,
          clientId: oidc.id,
          clientSecret: oidc.secret,
          trustsEmail: oidc.trustsEmail,
        }),
      ]
    : []),
];

/** The configured provider with this id, or null. */
export const findProvider = (id: string | undefined): SignInProvider | null =>
  signInProviders.find((provider) => provider.id === id) ?? null;
