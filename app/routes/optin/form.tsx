import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import scriptUrl from "#app/browser/opt-in-page/index.ts?worker&url";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { OptInCard } from "#app/components/opt-in/card.tsx";
import type { FieldError } from "#app/components/opt-in/error-summary.tsx";
import { OptInForm } from "#app/components/opt-in/form.tsx";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { thanksHtml } from "#app/components/opt-in/thanks-html.server.tsx";
import { OptInUnavailable } from "#app/components/opt-in/unavailable.tsx";
import { optInTexts } from "#app/components/opt-in/words.ts";
import { config } from "#app/env.server.ts";
import { parseInput } from "#app/http/api/endpoint.server.ts";
import { createVisitorCookie, visitorCookie } from "#app/http/cookies/visitor.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { submitLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { DomainError, Invalid } from "#app/lib/errors.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { optInInputFor, type PublicForm } from "#app/schemas/opt-in.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { StaleForm, submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";
import { countryHint, readPageVisitor } from "./visitor.server.ts";

/** What one answer of this address shows. A GET's is kept by slug, so it holds nothing of one visitor. */
export type PageData =
  | {
      view: "form";
      form: PublicForm;
      /** Set where the form came back: the document's title then begins with "Error: ". */
      status?: "error";
      brandName: string;
      formToken: string;
      thanksHtml: string;
      values: Record<string, string>;
      errors: FieldError[];
      notice: string | null;
    }
  | { view: "gone" };

export const handle: PageHandle<PageData> = { documentCss: optInCss, documentTitle: titleOf };

export const loader = page(async ({ request, params }: LoaderFunctionArgs) => {
  const live = await findLiveForm(params.slug ?? "");
  if (!live)
    return data<PageData>({ view: "gone" }, { status: 404, headers: publicPageHeaders({ css: optInCss }) });
  const headers = publicPageHeaders({ css: optInCss, redirectUrl: live.page.redirectUrl });
  // The fast lane renders its cached page with a visitor cookie, so that the cache belongs to nobody.
  if (!visitorCookie.isIn(request.headers.get("cookie")))
    headers.append("Set-Cookie", await createVisitorCookie());
  return data<PageData>(formPage(live.page), { headers });
});

export const action = page(async ({ request, params, context }: ActionFunctionArgs) => {
  const slug = params.slug ?? "";
  const live = await findLiveForm(slug);
  if (!live) return data<PageData>({ view: "gone" }, { status: 404 });
  const header = (name: string) => request.headers.get(name);
  let fields: URLSearchParams | undefined;
  try {
    // Read before it is counted: over the limit, too, what was typed comes back.
    fields = await readForm(request);
    await consume(submitLimits(addressKey(context.clientAddress), slug, false));
    const input = parseInput(
      optInInputFor(countryHint(header("accept-language"))),
      Object.fromEntries(fields),
    );
    const visitor = await readPageVisitor(request, context);
    const { submissionId } = await submitOptIn({ slug, input, visitor });
    return redirect(paths.privateLink({ slug, token: createPrivateToken(submissionId), isNew: true }), 303);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const values = Object.fromEntries(fields ?? []);
    const errors = error instanceof Invalid ? error.errors : [];
    return data<PageData>(
      {
        ...formPage(live.page),
        status: "error",
        values,
        errors,
        notice: errors.length > 0 ? null : noticeFor(error),
      },
      { status: error.status, headers: toErrorResponse(error, context.requestId).headers },
    );
  }
});

const formPage = (form: PublicForm) => ({
  view: "form" as const,
  form,
  brandName: config.brandName,
  formToken: issueFormToken("page"),
  thanksHtml: thanksHtml(form),
  values: {},
  errors: [],
  notice: null,
});

/** The catalogue's sentence for what happened to the whole form. */
function noticeFor(error: DomainError): string {
  if (error instanceof StaleForm) return messages.optIn.stale;
  if (error.status === 409) return messages.optIn.duplicate;
  if (error.status === 403) return messages.optIn.unverifiable;
  if (error.status === 404) return messages.optIn.gone;
  return error.status < 500 || error.status === 503 ? error.message : messages.optIn.failed;
}

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
    </>
  );
}

function View({ page }: { page: PageData }) {
  if (page.view === "form") return <OptInForm {...page} />;
  return (
    <OptInCard>
      <OptInUnavailable />
    </OptInCard>
  );
}

function titleOf(page: PageData | undefined): string {
  if (page?.view !== "form") return "Form not available";
  return `${optInTexts(page.form).title} | ${page.form.ownerName}`;
}
