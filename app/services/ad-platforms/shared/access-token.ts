import { z } from "zod";
import type { HttpResult } from "#app/lib/http-client.server.ts";
import { CREDENTIAL_MALFORMED } from "./verdict.ts";

/** A token is opaque text: only what a header cannot carry makes it malformed. */
export const isToken = (accessToken: string) => /^[\x21-\x7e]{1,4096}$/.test(accessToken);

/** How the tokens of each platform begin or look, to name the one that a wrong token is from. */
const SHAPES = {
  Meta: /^EAA/,
  TikTok: /^[0-9a-f]{40}$/,
  Snapchat: /^eyJ/,
  "Google Ads": /^(ya29\.|1\/\/)/,
};

/** A pasted access token of a platform. */
export const accessTokenOf = (platform: keyof typeof SHAPES) =>
  z.string().superRefine((text, context) => {
    const message = complaintAbout(text, platform);
    if (message) context.addIssue({ code: "custom", message });
  });

function complaintAbout(text: string, platform: keyof typeof SHAPES): string | null {
  if (text.trim() === "") return `Paste the access token of ${platform}.`;
  if (/\s/.test(text))
    return "An access token has no spaces or line breaks. Copy it again, all of it and nothing else.";
  if (!isToken(text))
    return "An access token has only plain letters, digits and signs. Copy it again from where it was made.";
  const other = Object.entries(SHAPES).find(([name, shape]) => name !== platform && shape.test(text));
  return other ? `This looks like a token of ${other[0]}. Paste one of ${platform}.` : null;
}

/** In place of a response if the credential cannot be put into a request. */
export const notSent = (): HttpResult => ({
  kind: "unreached",
  httpStatus: null,
  body: "",
  isOversized: false,
  headers: {},
  durationMs: 0,
  fault: CREDENTIAL_MALFORMED,
});

/** The response with the secret taken out of its body, should an error quote it. */
export const withoutSecret = (response: HttpResult, secret: string): HttpResult => ({
  ...response,
  body: response.body.replaceAll(secret, "[token]"),
});
