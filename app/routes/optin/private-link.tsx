import { data, type HeadersFunction, redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import scriptUrl from "#app/browser/opt-in-page/private-page.ts?worker&url";
import type { PageHandle } from "#app/components/layout/page.tsx";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { OptInPrivateLink } from "#app/components/opt-in/private-link.tsx";
import { OptInUnavailable } from "#app/components/opt-in/unavailable.tsx";
import { config } from "#app/env.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { paths } from "#app/paths.ts";
import { presentConfirmation } from "#app/presenters/confirmation.ts";
import { WithdrawForm } from "#app/schemas/opt-in.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getByPrivateLink, withdrawSubmission } from "#app/services/submissions/private-links.server.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  documentCss: optInCss,
  documentTitle: (page) => (page ? `Your confirmation | ${page.form.ownerName}` : "Not found"),
  description: "A visitor’s own page: what they confirmed, its state and its proof.",
};

export const loader = page(anyone, async ({ request, params }) => {
  const link = await find(params);
  const { frameOrigins } = readFormJson(link.form);
  const { searchParams } = new URL(request.url);
  const { slug = "", token = "" } = params;
  return data(
    {
      ...presentConfirmation(link, searchParams.get("new") === "yes", adPlatformName),
      brandName: config.brandName,
      privacyHref: paths.privacy(),
      isWithdrawing: searchParams.get("withdraw") === "yes",
      hrefs: {
        own: paths.privateLink({ slug, token }),
        withdraw: paths.privateLink({ slug, token, shows: "withdraw" }),
        proof: paths.privateProof({ slug, token }),
      },
    },
    {
      headers: publicPageHeaders({
        css: optInCss,
        redirectUrl: link.form.redirectUrl,
        frameOrigins,
        isPrivate: true,
      }),
    },
  );
});

export const action = page(anyone, async ({ request, params }) => {
  const { submission } = await find(params);
  return handleForm(request, anyone, WithdrawForm, {
    withdraw: {
      async onValid() {
        await withdrawSubmission({ workspaceId: submission.workspaceId, submissionId: submission.id });
        return redirect(paths.privateLink({ slug: params.slug ?? "", token: params.token ?? "" }), 303);
      },
    },
  });
});

async function find({ slug = "", token = "" }: { slug?: string; token?: string }) {
  try {
    return await getByPrivateLink({ slug, token });
  } catch (error) {
    throw error instanceof NotFound ? new Response(null, { status: 404 }) : error;
  }
}

/** The error's page needs the policy for its style, and is as private as the page. */
export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => {
  if (!errorHeaders) return loaderHeaders;
  const headers = publicPageHeaders({ css: optInCss, isPrivate: true });
  errorHeaders.forEach((value, name) => {
    headers.set(name, value);
  });
  return headers;
};

export default function Mine() {
  return (
    <>
      <OptInPrivateLink {...useLoaderData<typeof loader>()} />
      <script type="module" src={scriptUrl} />
    </>
  );
}

export function ErrorBoundary() {
  return <OptInUnavailable />;
}
