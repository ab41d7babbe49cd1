import { data, type HeadersFunction } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import accountScriptUrl from "#app/browser/opt-in-page/account-field.ts?worker&url";
import frameScriptUrl from "#app/browser/opt-in-page/frame.ts?worker&url";
import scriptUrl from "#app/browser/opt-in-page/index.ts?worker&url";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { OptInFormView } from "#app/components/opt-in/form.tsx";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { optInDescription, optInTexts } from "#app/components/opt-in/texts.ts";
import { OptInUnavailable } from "#app/components/opt-in/unavailable.tsx";
import { anyone } from "#app/http/auth/guards.server.ts";
import { createPageCookies } from "#app/http/cookies/visit.server.ts";
import { page } from "#app/http/page.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { isAskedDifferently } from "#app/lib/account-number.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { gonePage, notReadyPage } from "./closed-form.server.ts";
import { formPage, handleOptInForm, type PageData } from "./opt-in-form.server.ts";

export const handle: PageHandle<PageData> = { documentCss: optInCss, documentTitle: getTitle };

/** The preview that messengers show for a shared link. */
export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  if (page?.view !== "form") return [{ name: "description", content: messages.optIn.gone }];
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
  if (!live || live.platforms.size === 0) {
    const gone = live ? notReadyPage(live) : await gonePage(params.slug ?? "", context);
    return data<PageData>(gone, { status: 404, headers: publicPageHeaders({ css: optInCss }) });
  }
  const { frameOrigins } = live;
  const { redirectUrl } = live.page;
  const headers = publicPageHeaders({ css: optInCss, redirectUrl, frameOrigins });
  const header = (name: string) => request.headers.get(name);
  const cookies = createPageCookies(live, { search: context.search, header });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return data<PageData>(formPage(live), { headers });
});

export const action = page(anyone, ({ request, params, context }) =>
  handleOptInForm(request, params.slug ?? "", context),
);

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const all = new Headers(loaderHeaders);
  actionHeaders?.forEach((value, name) => {
    all.set(name, value);
  });
  return all;
};

export default function OptIn() {
  const loaded = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? loaded;
  return (
    <>
      <View page={page} />
      {page.view === "form" && <script type="module" src={scriptUrl} />}
      {page.view === "form" && isAskedDifferently(page.form.platforms) && (
        <script type="module" src={accountScriptUrl} />
      )}
      {page.view === "form" && page.isFramed && <script type="module" src={frameScriptUrl} />}
    </>
  );
}

function View({ page }: { page: PageData }) {
  if (page.view === "form") return <OptInFormView {...page} />;
  return <OptInUnavailable {...page} />;
}

function getTitle(page: PageData | undefined): string {
  if (page?.view !== "form")
    return page?.ownerName
      ? `Form ${page.isNotReady ? "not ready" : "closed"} | ${page.ownerName}`
      : "Form not available";
  return `${optInTexts(page.form).title} | ${page.form.ownerName}`;
}
