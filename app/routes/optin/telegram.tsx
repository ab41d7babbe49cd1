import { type ActionFunctionArgs, data, redirect, type SerializeFrom } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { ContinueNotice } from "#app/components/opt-in/continue-in-telegram.tsx";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { anyone } from "#app/http/auth/guards.server.ts";
import { chooseFromAll, chooseLanguage, readLanguageRequest } from "#app/http/choose-language.server.ts";
import { page } from "#app/http/page.server.ts";
import { answeredPageHeaders } from "#app/http/page-headers.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { isPressed, leadToBot } from "#app/http/telegram-link.server.ts";
import { FIRST_LANGUAGE } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { findOpenForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";

const getTitle = (shown: SerializeFrom<typeof loader> | undefined) => {
  const { chat, closed } = textsIn(shown?.language ?? FIRST_LANGUAGE);
  return shown?.view === "press" ? chat.continue : closed.goneTitle;
};

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  documentCss: optInCss,
  documentTitle: getTitle,
  documentLanguage: (shown) => shown?.language,
};

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { name: "description", content: getTitle(shown) },
];

export const loader = page(anyone, lead);
/** The press on the page that is shown to previews, robots and prefetches. */
export const action = page(anyone, lead);

async function lead({ request, params, context }: ActionFunctionArgs) {
  const { search, clientAddress, isFromTrustedProxy } = context;
  const asked = readLanguageRequest(request, context);
  const link = (params.slug ?? "").toLowerCase();
  const form = await findOpenForm(link);
  if (!form) {
    const headers = publicPageHeaders({ css: [optInCss], isPrivate: true });
    return data({ view: "gone" as const, language: chooseFromAll(asked) }, { status: 404, headers });
  }
  // The form itself is still there.
  if (!form.bot) throw redirect(paths.optIn({ slug: form.page.slug }) + search);
  const language = chooseLanguage(form.languages, asked);
  const header = (name: string) => request.headers.get(name);
  if (!isPressed(request.method, header)) {
    const { origin } = new URL(telegramVariables.linkUrl);
    const headers = publicPageHeaders({ css: [optInCss], isPrivate: true, postsTo: [origin] });
    return data({ view: "press" as const, language, ownerName: form.page.ownerName }, { headers });
  }
  const { location, cookies } = await leadToBot({
    form: { ...form, bot: form.bot },
    link,
    search,
    header,
    clientAddress,
    isFromTrustedProxy,
    language,
  });
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  throw redirect(location, { status: request.method === "POST" ? 303 : 302, headers });
}

export const headers = answeredPageHeaders;

export default function ContinueInTelegram() {
  return <ContinueNotice {...useLoaderData<typeof loader>()} />;
}
