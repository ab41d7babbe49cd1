import { data, type HeadersFunction, redirect, type SerializeFrom } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import scriptUrl from "#app/browser/opt-in-page/private-page.ts?worker&url";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { lookCss } from "#app/components/opt-in/look.ts";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { OptInPrivateLink } from "#app/components/opt-in/private-link.tsx";
import { OptInUnavailable } from "#app/components/opt-in/unavailable.tsx";
import { config } from "#app/env.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { chooseFromAll, readLanguageRequest } from "#app/http/choose-language.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { leadToBot } from "#app/http/telegram-link.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { lookWithin, readTheme } from "#app/lib/form-theme.ts";
import { visitorLocale } from "#app/lib/language-regions.ts";
import { FIRST_LANGUAGE } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";
import { presentConfirmation } from "#app/presenters/confirmation.ts";
import { textsIn, translate } from "#app/schemas/languages/index.ts";
import { PrivatePageForm } from "#app/schemas/opt-in.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { findOpenForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { changeReference } from "#app/services/submissions/change-reference.server.ts";
import { mailPrivateLink } from "#app/services/submissions/mail-private-link.server.ts";
import {
  endSharing,
  getByPrivateLink,
  withdrawSubmission,
} from "#app/services/submissions/private-links.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";

const ASKED = ["withdraw", "end-sharing"] as const;
const botOrigin = new URL(telegramVariables.linkUrl).origin;

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  documentCss: optInCss,
  documentTitle: (page) => {
    if (page?.view !== "claim") return textsIn(page?.language ?? FIRST_LANGUAGE).closed.goneTitle;
    return textsIn(page.form.language).mine.title(page.form.ownerName);
  },
  documentLanguage: (page) => (page?.view === "claim" ? page.form.language : page?.language),
};

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const { thanks, errors } = textsIn((page?.view === "claim" ? page.form : page)?.language ?? FIRST_LANGUAGE);
  return [{ name: "description", content: page?.view === "claim" ? thanks.linkShows : errors.gone }];
};

export const loader = page(anyone, async ({ request, params, context }) => {
  const link = await find(params);
  if (!link) {
    const gone = { view: "gone" as const, language: chooseFromAll(readLanguageRequest(request, context)) };
    return data(gone, { status: 404, headers: publicPageHeaders({ css: [optInCss], isPrivate: true }) });
  }
  const { frameOrigins } = readFormJson(link.form);
  const live = await findOpenForm(link.form.slug);
  const { searchParams } = new URL(request.url);
  const { slug = "", token = "" } = params;
  const { form, ...confirmed } = presentConfirmation(link, searchParams.get("new") === "yes", adPlatformName);
  const look = lookWithin(form.look, context.search);
  const own = { slug, token, theme: readTheme(context.search) };
  return data(
    {
      view: "claim" as const,
      ...confirmed,
      form: { ...form, look },
      locale: visitorLocale(form.language, request.headers.get("accept-language")),
      brandName: config.brandName,
      privacyHref: paths.privacy(),
      account: link.account,
      isSaved: searchParams.get("saved") === "yes",
      isSent: searchParams.get("sent") === "yes",
      hasBot: live?.bot != null,
      asks: ASKED.find((one) => searchParams.get(one) === "yes") ?? null,
      hrefs: {
        own: paths.privateLink(own),
        withdraw: paths.privateLink({ ...own, shows: "withdraw" }),
        endSharing: paths.privateLink({ ...own, shows: "end-sharing" }),
        proof: paths.privateProof({ slug, token }),
      },
    },
    {
      headers: publicPageHeaders({
        css: [optInCss, lookCss(look)],
        redirectUrl: link.form.redirectUrl,
        postsTo: [botOrigin],
        frameOrigins,
        isPrivate: true,
      }),
    },
  );
});

export const action = page(anyone, async ({ request, params, context }) => {
  const link = await find(params);
  if (!link) return data(null, { status: 404 });
  const { submission } = link;
  const own = { workspaceId: submission.workspaceId, submissionId: submission.id };
  const theme = readTheme(context.search);
  const here = { slug: params.slug ?? "", token: params.token ?? "", theme };
  return handleForm(request, anyone, PrivatePageForm, {
    "send-link": {
      async onValid() {
        const { slug } = here;
        await mailPrivateLink({ ...link, slug, clientAddress: context.clientAddress });
        return redirect(paths.privateLink({ ...here, shows: "sent" }), 303);
      },
    },
    telegram: {
      async onValid() {
        const form = await findOpenForm(link.form.slug);
        if (!form?.bot) return redirect(paths.privateLink(here), 303);
        const { location, cookies } = await leadToBot({
          form: { ...form, bot: form.bot },
          link: form.page.slug,
          search: "",
          header: (name) => request.headers.get(name),
          clientAddress: context.clientAddress,
          isFromTrustedProxy: context.isFromTrustedProxy,
          language: submission.language ?? form.languages.default,
          submissionId: submission.id,
        });
        const headers = new Headers();
        for (const cookie of cookies) headers.append("Set-Cookie", cookie);
        return redirect(location, { status: 303, headers });
      },
    },
    withdraw: {
      async onValid() {
        await withdrawSubmission(own);
        return redirect(paths.privateLink(here), 303);
      },
    },
    "end-sharing": {
      async onValid() {
        await endSharing(own);
        return redirect(paths.privateLink(here), 303);
      },
    },
    account: {
      async onValid({ reference }) {
        await changeReference({ ...own, reference });
        return redirect(paths.privateLink({ ...here, shows: "saved" }), 303);
      },
    },
  });
});

async function find({ slug = "", token = "" }: { slug?: string; token?: string }) {
  try {
    return await getByPrivateLink({ slug, token });
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** The error's page needs the policy for its style, and is as private as the page. */
export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => {
  if (!errorHeaders) return loaderHeaders;
  const headers = publicPageHeaders({ css: [optInCss], isPrivate: true });
  errorHeaders.forEach((value, name) => {
    headers.set(name, value);
  });
  return headers;
};

export default function Mine() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const value = reply?.initialValue?.reference;
  const [error] = Object.values(reply?.error ?? {}).flatMap((messages) => messages ?? []);
  if (loaded.view === "gone") return <OptInUnavailable language={loaded.language} />;
  const { view: _, isSaved, ...shown } = loaded;
  return (
    <>
      <OptInPrivateLink
        {...shown}
        accountReply={{
          isSaved: isSaved && !reply,
          value: typeof value === "string" ? value : undefined,
          error: error && translate(error, shown.form.language, shown.locale),
        }}
      />
      <script type="module" src={scriptUrl} />
    </>
  );
}

export function ErrorBoundary() {
  return <OptInUnavailable />;
}
