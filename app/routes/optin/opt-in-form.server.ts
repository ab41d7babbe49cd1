import { data, redirect } from "@remix-run/node";
import { thanksHtml } from "#app/components/opt-in/thanks-html.server.tsx";
import { config } from "#app/env.server.ts";
import { chooseLanguage, readLanguageRequest } from "#app/http/choose-language.server.ts";
import { toDomainError, toErrorResponse } from "#app/http/error-responses.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { readPageVisitor } from "#app/http/visitor.server.ts";
import { type DomainError, type FieldError, Invalid } from "#app/lib/errors.ts";
import { lookWithin, readTheme } from "#app/lib/form-theme.ts";
import { languageRegions, visitorLocale } from "#app/lib/language-regions.ts";
import { findLanguage, type Language } from "#app/lib/languages.ts";
import { languageCountry } from "#app/lib/phone-countries.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { wrongAccount } from "#app/schemas/account-number.ts";
import { textsIn, translateError, translateFields } from "#app/schemas/languages/index.ts";
import { optInInputFor, type PublicForm, withCall } from "#app/schemas/opt-in.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { findOpenForm, type LiveForm, pageIn } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { submitLimits } from "#app/services/submissions/submit-limits.ts";
import { StaleForm, submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";
import { type GonePage, gonePage, notReadyPage } from "./closed-form.server.ts";

/** What a response of the page shows. A GET's is cached by slug, so it holds nothing of one visitor. */
export type PageData =
  | {
      view: "form";
      /** Whether other sites may frame it: a script then tells them its height. */
      isFramed: boolean;
      /** Then a script or a picture says when it is shown. */
      isFetchedAhead?: boolean;
      form: PublicForm;
      /** Of the visitor, as far as the texts follow it. */
      locale: string;
      /** Set if the form was refused: the document's title then begins with "Error: ". */
      status?: "error";
      brandName: string;
      privacyHref: string;
      formToken: string;
      thanksHtml: string;
      values: Record<string, string>;
      errors: FieldError[];
      notice: string | null;
    }
  | GonePage;

export function formPage(
  live: LiveForm,
  { language, locale, search }: { language: Language; locale: string; search: string },
) {
  const form = { ...pageIn(live, language), look: lookWithin(live.page.look, search) };
  return {
    view: "form" as const,
    isFramed: live.frameOrigins.length > 0,
    form,
    locale,
    brandName: config.brandName,
    privacyHref: paths.privacy(),
    formToken: issueFormToken("page"),
    thanksHtml: thanksHtml(form),
    values: {},
    errors: [],
    notice: null,
  };
}

/** Without `handleForm`: the page posts the same fields as /api takes, and among those is no intent. */
export async function handleOptInForm(request: Request, slug: string, context: LoadContext) {
  const live = await findOpenForm(slug);
  const asked = readLanguageRequest(request, context);
  if (!live) return data<PageData>(await gonePage(slug, asked), { status: 404 });
  if (live.platforms.size === 0) return data<PageData>(notReadyPage(live, asked), { status: 404 });
  let language = chooseLanguage(live.languages, asked);
  let fields: URLSearchParams | undefined;
  const readLanguage = (name: string) => {
    const code = findLanguage(fields?.get(name));
    return code !== null && live.languages.enabled.includes(code) ? code : null;
  };
  const show = (errors: FieldError[], notice: string | null) => ({
    ...formPage(live, {
      language,
      locale: visitorLocale(language, asked.acceptLanguage),
      search: asked.search,
    }),
    values: keepValues(live, language, fields),
    errors,
    notice,
  });
  try {
    // Read before it is counted, so that over the limit the form keeps what was typed.
    fields = await readForm(request);
    const wanted = readLanguage("lang");
    // The one that was shown, whatever the browser prefers.
    language = wanted ?? readLanguage("language") ?? language;
    // Another language was pressed: nothing is checked or stored.
    if (wanted !== null) return data<PageData>(show([], null));
    await consume(submitLimits(addressKey(context.clientAddress), slug, false));
    const { phoneCountry, ...typed } = Object.fromEntries(fields);
    // Without script the country that the form's language names is sent although nobody chose it.
    const guess = live.page.phoneCountry === null ? languageCountry(language) : null;
    const isGuess = phoneCountry === guess;
    const preset = phoneCountry === live.page.phoneCountry ? phoneCountry : undefined;
    const languages = () => [...languageRegions(asked.acceptLanguage), ...(isGuess && guess ? [guess] : [])];
    const isAmountRequired = live.page.amountField === "required";
    const checkAccount = (platformId: string, reference: string | undefined) =>
      wrongAccount(live.platforms.get(platformId)?.accountNumber, reference, textsIn(language));
    const schema = optInInputFor({ isAmountRequired, checkAccount });
    const { acceptLanguage } = asked;
    const call = { languages, preset, typedIn: { acceptLanguage } };
    const isChosen = !isGuess && preset === undefined;
    const input = parseInput(schema, withCall(isChosen ? { ...typed, phoneCountry } : typed, call));
    const visitor = await readPageVisitor(request, context);
    const { submissionId } = await submitOptIn({ slug, input, visitor, language });
    return redirect(
      paths.privateLink({
        slug: live.page.slug,
        token: createPrivateToken(submissionId),
        shows: "new",
        theme: readTheme(asked.search),
      }),
      303,
    );
  } catch (error) {
    if (error instanceof Response) throw error;
    const { status, headers } = toErrorResponse(error, context.requestId);
    const expected = toDomainError(error);
    const locale = visitorLocale(language, asked.acceptLanguage);
    const errors = expected instanceof Invalid ? translateFields(expected.errors, language, locale) : [];
    const notice = errors.length > 0 ? null : noticeFor(expected, language);
    return data<PageData>({ ...show(errors, notice), status: "error" }, { status, headers });
  }
}

/** What was typed, without the tick of a text that is not the one shown now. */
function keepValues(
  live: LiveForm,
  language: Language,
  fields = new URLSearchParams(),
): Record<string, string> {
  const values = Object.fromEntries(fields);
  const { formKey, consentVersion } = live.page;
  const shown = { formKey, consentVersion, language, ...values };
  if (
    shown.formKey !== formKey ||
    shown.language !== language ||
    Number(shown.consentVersion) !== consentVersion
  )
    delete values.consent;
  return values;
}

/** The message for an error of the whole form. */
function noticeFor(error: DomainError | null, language: Language): string {
  const { stale, duplicate, unverifiable, gone, failed } = textsIn(language).errors;
  if (error instanceof StaleForm) return stale;
  if (error?.status === 409) return duplicate;
  if (error?.status === 403) return unverifiable;
  if (error?.status === 404) return gone;
  return error && (error.status < 500 || error.status === 503) ? translateError(error, language) : failed;
}
