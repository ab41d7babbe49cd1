import { type ActionFunctionArgs, data, redirect, type SerializeFrom } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { BrokerLinkNotice } from "#app/components/opt-in/broker-link.tsx";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { anyone } from "#app/http/auth/guards.server.ts";
import { followLink } from "#app/http/broker-link.server.ts";
import { chooseFromAll, readLanguageRequest } from "#app/http/choose-language.server.ts";
import { page } from "#app/http/page.server.ts";
import { answeredPageHeaders } from "#app/http/page-headers.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { FIRST_LANGUAGE } from "#app/lib/languages.ts";
import { textsIn } from "#app/schemas/languages/index.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  documentCss: optInCss,
  documentTitle: (shown) =>
    shown?.view === "asked"
      ? textsIn(shown.language).closed.continueTo(shown.host)
      : textsIn(shown?.language ?? FIRST_LANGUAGE).closed.linkGone,
  documentLanguage: (shown) => shown?.language,
};

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { name: "description", content: textsIn(shown?.language ?? FIRST_LANGUAGE).closed.linkGone },
];

export const loader = page(anyone, follow);
/** The press on the page that names the host. */
export const action = page(anyone, follow);

async function follow({ request, params, context }: ActionFunctionArgs) {
  const { search, clientAddress, isFromTrustedProxy } = context;
  const answer = await followLink({
    code: (params.code ?? "").toLowerCase(),
    method: request.method,
    search,
    header: (name) => request.headers.get(name),
    clientAddress,
    isFromTrustedProxy,
  });
  if (answer.kind === "led") {
    const headers = new Headers({ "Cache-Control": "no-store" });
    for (const cookie of answer.cookies) headers.append("Set-Cookie", cookie);
    throw redirect(answer.location, { status: answer.status, headers });
  }
  const language = chooseFromAll(readLanguageRequest(request, context));
  // The broker's own redirect may lead to hosts that nobody knows here.
  const headers = publicPageHeaders({
    css: [optInCss],
    isPrivate: true,
    leadsAnywhere: answer.kind === "asked",
  });
  if (answer.kind === "gone") return data({ view: "gone" as const, language }, { status: 404, headers });
  const { host, reason } = answer.link;
  return answer.kind === "asked"
    ? data({ view: "asked" as const, language, host }, { headers })
    : data({ view: "elsewhere" as const, language, reason }, { headers });
}

export const headers = answeredPageHeaders;

export default function Go() {
  return <BrokerLinkNotice {...useLoaderData<typeof loader>()} />;
}
