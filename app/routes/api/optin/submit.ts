import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { authenticate } from "#app/http/auth/authentication.server.ts";
import { hasCredential, isProgram, readApiVisitor, typedIn } from "#app/http/visitor.server.ts";
import { readTheme } from "#app/lib/form-theme.ts";
import { languageRegions } from "#app/lib/language-regions.ts";
import { findLanguage } from "#app/lib/languages.ts";
import { addressKey } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { presentRecorded } from "#app/presenters/confirmation.ts";
import { OptInBody, OptInInput, OptInResponse, withCall } from "#app/schemas/opt-in.ts";
import { SlugParams } from "#app/schemas/shared/params.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { submitLimits } from "#app/services/submissions/submit-limits.ts";
import { submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";

const handle = endpoint(
  post({
    path: "/api/optin/{slug}/submit",
    summary: "Confirm a conversion on a public form",
    description:
      "Send an Idempotency-Key or a submissionKey, and repeat the call with the same one if no response came: the submission is stored once. A second submission with the same email on the form is a 409, unless the form allows repeats. A browser's call needs the formToken of GET /api/optin/{slug}; JSON from a program needs none, and one with an API key may say what the visitor's connection was. An ambiguous phone number is a 400 whose details have the readings in options. What is refused before the body was read, such as over the limit, has the language of `?lang=`. Pages of any origin may call it.",
    auth: "public",
    isCrossOrigin: true,
    params: SlugParams,
    body: OptInBody,
    example: {
      email: "kaito@example.com",
      phone: "+34 600 555 123",
      platform: "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10",
      amount: "250.00",
      currency: "EUR",
      consent: true,
    },
    bodyFor: (request, sent) => {
      const isFromProgram = hasCredential(request);
      // A program's own language says nothing of the visitor.
      const languages = () => (isFromProgram ? [] : languageRegions(request.header("accept-language")));
      const call = { languages, isFromProgram, typedIn: typedIn(request) };
      return { schema: OptInInput, value: withCall(sent, call) };
    },
    languageOf: (sent) => findLanguage((sent as { language?: string } | null)?.language),
    accepts: ["json", "form"],
    takesIdempotencyKey: true,
    response: OptInResponse,
    status: 201,
    errors: {
      400: ["amount_unconfirmed"],
      401: ["invalid_token"],
      403: ["unverifiable_submission"],
      404: ["not_found"],
      409: ["duplicate_email", "idempotency_key_reused"],
    },
    limits: (request) =>
      submitLimits(
        addressKey(request.clientAddress),
        request.params.slug ?? "",
        isProgram(request) && !hasCredential(request),
      ),
    run: async ({ params, body, request, idempotencyKey }) => {
      const isSignedIn = hasCredential(request) && (await authenticate(request.header)) !== null;
      const visitor = readApiVisitor({ request, body, idempotencyKey, isSignedIn });
      const { submissionId, recorded } = await submitOptIn({ slug: params.slug, input: body, visitor });
      return {
        submissionId,
        privateHref: paths.privateLink({
          slug: params.slug,
          token: createPrivateToken(submissionId),
          theme: readTheme(body.pageUrl ?? ""),
        }),
        recorded: presentRecorded(recorded, { ...visitor, timeZone: body.timeZone }),
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
