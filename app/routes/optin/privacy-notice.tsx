import { data, type HeadersFunction, redirect, type SerializeFrom } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { lookCss } from "#app/components/opt-in/look.ts";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { OptInPrivacyNotice } from "#app/components/opt-in/privacy-notice.tsx";
import { OptInUnavailable } from "#app/components/opt-in/unavailable.tsx";
import { config } from "#app/env.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { chooseFromAll, chooseLanguage, readLanguageRequest } from "#app/http/choose-language.server.ts";
import { page } from "#app/http/page.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { pickTexts, readFormJson, readTexts } from "#app/lib/form-json.ts";
import { FIRST_LANGUAGE, type Language } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { findOwnedForm } from "#app/services/opt-in-forms/closed-forms.server.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  documentCss: optInCss,
  documentTitle: (page) => {
    const { form, closed } = textsIn(page?.language ?? FIRST_LANGUAGE);
    return page?.view === "notice" ? form.privacyNotice(page.form.ownerName) : closed.goneTitle;
  },
  documentLanguage: (page) => page?.language,
};

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const { form, errors } = textsIn(page?.language ?? FIRST_LANGUAGE);
  const content = page?.view === "notice" ? form.privacyNotice(page.form.ownerName) : errors.gone;
  return [{ name: "description", content }];
};

/** Also of a form that is closed: who confirmed there may read it later. */
export const loader = page(anyone, async ({ request, params, context }) => {
  const form = await findOwnedForm(params.slug ?? "");
  const asked = readLanguageRequest(request, context);
  if (!form) return noNotice(chooseFromAll(asked));
  // The owner has put it elsewhere since the link was shown.
  if (form.privacyUrl !== null) throw redirect(form.privacyUrl);
  const settings = readFormJson(form);
  const language = chooseLanguage(settings.languages, asked);
  const { title, privacyText } = pickTexts(readTexts(form), settings, language);
  if (!privacyText) return noNotice(language);
  const { slug, logo, ownerName, action, accentColor, theme } = form;
  const look = { accentColor, theme };
  const headers = publicPageHeaders({ css: [optInCss, lookCss(look)] });
  headers.set("X-Robots-Tag", "noindex");
  return data(
    {
      view: "notice" as const,
      language,
      form: { slug, language, logo, look, ownerName, action, title },
      text: privacyText,
      brandName: config.brandName,
      privacyHref: paths.privacy(),
    },
    { headers },
  );
});

const noNotice = (language: Language) =>
  data({ view: "gone" as const, language }, { status: 404, headers: publicPageHeaders({ css: [optInCss] }) });

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function PrivacyNotice() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.view === "gone") return <OptInUnavailable language={loaded.language} />;
  return <OptInPrivacyNotice {...loaded} />;
}
