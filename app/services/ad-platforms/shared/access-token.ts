import { z } from "zod";
import type { HttpResult } from "#app/lib/http-client.server.ts";
import { connections } from "#app/schemas/messages/connections.ts";
import { CREDENTIAL_MALFORMED } from "./verdict.ts";

/** A token is opaque text: only what a header cannot carry makes it malformed. */
export const isToken = (text: string) => /^[\x21-\x7e]{1,4096}$/.test(text);

/** A pasted access token. Which platform it looks like is each platform's `recognizesToken`. */
export const accessToken = z.string().refine(isToken, connections.tokenShape);

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
