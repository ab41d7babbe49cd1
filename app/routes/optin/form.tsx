import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import accountScriptUrl from "#app/browser/opt-in-page/account-field.ts?worker&url";
import frameScriptUrl from "#app/browser/opt-in-page/frame.ts?worker&url";
import scriptUrl from "#app/browser/opt-in-page/index.ts?worker&url";
import languagesScriptUrl from "#app/browser/opt-in-page/languages.ts?worker&url";
import shownScriptUrl from "#app/browser/opt-in-page/shown.ts?worker&url";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { OptInFormView } from "#app/components/opt-in/form.tsx";
import { lookCss } from "#app/components/opt-in/look.ts";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { optInDescription, optInTitle } from "#app/components/opt-in/texts.ts";
import { OptInUnavailable } from "#app/components/opt-in/unavailable.tsx";
import { anyone } from "#app/http/auth/guards.server.ts";
import { choosePage, readLanguageRequest } from "#app/http/choose-language.server.ts";
import { createPageCookies } from "#app/http/cookies/visit.server.ts";
import { page } from "#app/http/page.server.ts";
import { answeredPageHeaders } from "#app/http/page-headers.ts";
import { countPageView, isFetchedAhead } from "#app/http/page-view.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { isAskedDifferently } from "#app/lib/account-number.ts";
import { lookWithin } from "#app/lib/form-theme.ts";
import { FIRST_LANGUAGE, type Language } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import { gonePage, leadToForm, notReadyPage } from "./closed-form.server.ts";
import { formPage, handleOptInForm, type PageData } from "./opt-in-form.server.ts";

export const handle: PageHandle<PageData> = {
  documentCss: optInCss,
  documentTitle: (loaded, reply) => getTitle(reply ?? loaded),
  refusedTitle: (loaded, reply) =>
    textsIn(getLanguage(reply ?? loaded)).form.errorTitle(getTitle(reply ?? loaded)),
  documentLanguage: (loaded, reply) => getLanguage(reply ?? loaded),
};

/** The preview that messengers show for a shared link. */
export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  if (page?.view !== "form")
    return [{ name: "description", content: textsIn(getLanguage(page)).errors.gone }];
  const content = optInDescription(page.form);
  return [
    { name: "description", content },
    { property: "og:type", content: "website" },
    { property: "og:title", content: getTitle(page) },
    { property: "og:description", content },
  ];
};

export const loader = page(anyone, async ({ request, params, context }) => {
  const live = await findLiveForm(params.slug ?? "");
  const asked = readLanguageRequest(request, context);
  if (!live || live.platforms.size === 0) {
    if (!live) await leadToForm(new URL(request.url).pathname, context.search);
    const gone = live ? notReadyPage(live, asked) : await gonePage(params.slug ?? "", asked);
    if (gone.look) gone.look = lookWithin(gone.look, asked.search);
    const css = [optInCss, gone.look ? lookCss(gone.look) : ""];
    return data<PageData>(gone, { status: 404, headers: publicPageHeaders({ css }) });
  }
  const { frameOrigins } = live;
  const { redirectUrl } = live.page;
  const look = lookWithin(live.page.look, asked.search);
  const postsTo = live.bot ? [new URL(telegramVariables.linkUrl).origin] : [];
  const headers = publicPageHeaders({ css: [optInCss, lookCss(look)], redirectUrl, postsTo, frameOrigins });
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const cookies = createPageCookies(live, { search: context.search, header });
  // The fast lane counts for itself: what it renders comes from no browser.
  if (request.method === "GET") countPageView(live, { search: context.search, header });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  const { language, locale } = choosePage(live.languages, asked);
  // One language has its amounts written in several ways, but for English.
  if (live.languages.enabled.length > 1 || language !== FIRST_LANGUAGE)
    headers.append("Vary", "Accept-Language");
  const shown = formPage(live, { language, locale, search: asked.search });
  return data<PageData>({ ...shown, isFetchedAhead: isFetchedAhead(header) }, { headers });
});

export const action = page(anyone, ({ request, params, context }) =>
  handleOptInForm(request, params.slug ?? "", context),
);

export const headers = answeredPageHeaders;

export default function OptIn() {
  const loaded = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? loaded;
  return (
    <>
      <View page={page} />
      {page.view === "form" && <script type="module" src={scriptUrl} />}
      {page.view === "form" && page.form.languages.length > 1 && (
        <script type="module" src={languagesScriptUrl} />
      )}
      {page.view === "form" && isAskedDifferently(page.form.platforms) && (
        <script type="module" src={accountScriptUrl} />
      )}
      {page.view === "form" && page.isFetchedAhead && (
        <>
          <script type="module" src={shownScriptUrl} />
          <noscript>
            <img src={paths.optInShown({ slug: page.form.slug })} alt="" width="0" height="0" />
          </noscript>
        </>
      )}
      {page.view === "form" && page.isFramed && <script type="module" src={frameScriptUrl} />}
    </>
  );
}

function View({ page }: { page: PageData }) {
  if (page.view === "form") return <OptInFormView {...page} />;
  return <OptInUnavailable {...page} />;
}

function getLanguage(page: PageData | undefined): Language {
  return (page?.view === "form" ? page.form.language : page?.language) ?? FIRST_LANGUAGE;
}

function getTitle(page: PageData | undefined): string {
  if (page?.view !== "form") {
    const { title, notReadyTitle, goneTitle } = textsIn(getLanguage(page)).closed;
    if (!page?.ownerName) return goneTitle;
    return page.isNotReady ? notReadyTitle(page.ownerName) : title(page.ownerName);
  }
  return `${optInTitle(page.form)} | ${page.form.ownerName}`;
}
