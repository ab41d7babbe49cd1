import { data, type HeadersFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/page.tsx";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { readEmbedding } from "./embedding.server.ts";

export const handle: PageHandle = {
  documentCss: optInCss,
  documentTitle: () => "Preview",
  description: "How the form stands on another site. It takes no claims.",
};

/** A page of another site, with the form in it by the script that other sites load. */
export const loader = page(
  requireMember("settings:read"),
  async ({ request, params: { formId }, member }) => {
    const own = await findOwnForm(member.workspace.id, formId);
    if (!own) throw new NotFound("Form");
    const headers = publicPageHeaders({ css: optInCss, frameOrigins: ["'self'"], isPrivate: true });
    headers.set("X-Frame-Options", "SAMEORIGIN");
    return data(readEmbedding(presentFormSettings(own), new URL(request.url).searchParams), { headers });
  },
);

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;

export default function EmbedPreview() {
  const { formId } = useParams();
  const { mode, title, close } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Your page</h1>
      <p>This stands for a page of your own site.</p>
      <p>
        <a href={paths.formPreview({ formId, framed: "yes" })} data-attesto={mode} data-close={close}>
          {title}
        </a>
      </p>
      <p>Your page goes on here.</p>
      <script src="/embed.js" async />
    </main>
  );
}
