import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { chooseLanguage } from "#app/http/choose-language.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { PublicFormResponse } from "#app/schemas/opt-in.ts";
import { SlugParams } from "#app/schemas/shared/params.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { getLiveForm, pageIn } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/{slug}",
    summary: "What a public form shows, with a form token",
    description:
      "The formToken is for POST /api/optin/{slug}/submit: a browser's call needs one that is at least 2 seconds and at most a day old. An inactive form is a 404. Pages of any origin may call it.",
    auth: "public",
    isCrossOrigin: true,
    params: SlugParams,
    query: z.object({
      lang: z.string().max(20).optional().describe("The language of the texts, if the form has it"),
    }),
    // Short: the form token in it is a time.
    maxAge: 5,
    // Each response has a token of its own; one of this hour stays valid for a day.
    selectForTag: ({ formToken: _, ...form }) => [form, Math.floor(Date.now() / HOUR)],
    response: PublicFormResponse.extend({ formToken: z.string() }),
    errors: { 404: ["not_found"] },
    run: async ({ params, request }) => {
      const form = await getLiveForm(params.slug);
      // Not by the caller's own language: the response is cached for all.
      const language = chooseLanguage(form.languages, { search: request.url.search, acceptLanguage: null });
      return { ...pageIn(form, language), formToken: issueFormToken("call") };
    },
  }),
);

export const loader = handle;
export const action = handle;
