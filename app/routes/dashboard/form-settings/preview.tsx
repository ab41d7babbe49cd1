import { data, type HeadersFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import frameScriptUrl from "#app/browser/opt-in-page/frame.ts?worker&url";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { OptInFormView } from "#app/components/opt-in/form.tsx";
import { lookCss } from "#app/components/opt-in/look.ts";
import optInCss from "#app/components/opt-in/opt-in.css?inline";
import { config } from "#app/env.server.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { publicPageHeaders } from "#app/http/public-page-headers.server.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { FORM_SETTINGS_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { previewForm } from "#app/services/form-settings/preview-form.server.ts";

export const handle: PageHandle<{ form: PublicForm }> = {
  documentCss: optInCss,
  documentTitle: () => "Preview",
  documentLanguage: (shown) => shown?.form.language,
  description: "How visitors see your form. It takes no claims.",
};

const requireSettings = requireMember("settings:read");

/** The form with its saved settings, or with those that are posted. It takes no claims. */
async function respond({ workspace }: Member, formId: string | undefined, fields: URLSearchParams | null) {
  const form = await previewForm({ workspace, formId, fields });
  const headers = publicPageHeaders({
    css: [optInCss, lookCss(form.look)],
    frameOrigins: ["'self'"],
    isPrivate: true,
    showsBlobs: true,
  });
  headers.set("X-Frame-Options", "SAMEORIGIN");
  return data({ form, brandName: config.brandName }, { headers });
}

export const loader = page(requireSettings, async ({ params, member }) =>
  respond(member, params.formId, null),
);

export const action = page(requireSettings, async ({ request, params, member }) =>
  respond(member, params.formId, await readForm(request, FORM_SETTINGS_MAX_BYTES)),
);

/** Framed by the settings, which handle a failed request themselves. */
export { clientAction } from "#app/components/forms/network-error.ts";

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const all = new Headers(errorHeaders ?? loaderHeaders);
  actionHeaders.forEach((value, name) => {
    all.set(name, value);
  });
  return all;
};

export default function Preview() {
  const loaded = useLoaderData<typeof loader>();
  const { form, brandName } = useActionData<typeof action>() ?? loaded;
  const [query] = useSearchParams();
  return (
    <>
      <OptInFormView
        form={form}
        formToken=""
        thanksHtml=""
        values={{}}
        errors={[]}
        notice={null}
        brandName={brandName}
      />
      {query.has("framed") && <script type="module" src={frameScriptUrl} />}
    </>
  );
}
