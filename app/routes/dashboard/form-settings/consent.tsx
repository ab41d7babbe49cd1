import { useLoaderData, useParams } from "@remix-run/react";
import { ConsentCoverage } from "#app/components/form-settings/consent-coverage.tsx";
import { PageFields } from "#app/components/forms/post-form.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Invalid, NotFound } from "#app/lib/errors.ts";
import { formName } from "#app/lib/form-name.ts";
import { paths } from "#app/paths.ts";
import { ConsentForm } from "#app/schemas/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { coverConsent } from "#app/services/form-settings/form-settings.server.ts";
import { listConsents } from "#app/services/form-settings/list-consents.server.ts";
import { findOwnForm, listFormChoices } from "#app/services/form-settings/own-forms.server.ts";
import { listFormProviders } from "#app/services/form-settings/provider-settings.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { toFormId } from "./form-settings-forms.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "What your consent text allows",
  description: "The ad platforms that the consent texts of your form allow.",
};

export const loader = page(requireMember("settings:read"), async ({ params: { formId }, member }) => {
  const { workspace, role } = member;
  const own = await findOwnForm(workspace.id, formId);
  if (!own) throw new NotFound("Form");
  const forms = await listFormChoices(workspace.id);
  return {
    formId: own.form.id,
    parent: forms.length > 1 ? formName(own.form) : "Form",
    consents: await listConsents(own),
    adPlatforms: (await listFormProviders(workspace.id, own.form)).map(({ id, name }) => ({ id, name })),
    canEdit: isAllowed(role, "settings:write"),
  };
});

export const action = page(requireMember("settings:write"), async ({ request, params, member }) => {
  const { access } = member;
  const fields = await readForm(request);
  return handleForm(fields, member, ConsentForm, {
    "cover-consent": {
      failed: messages.formSettings.updateFailed,
      async onValid({ consentVersion, coversAll, covers }) {
        if (!coversAll && covers.length === 0)
          throw new Invalid([{ field: "covers", message: messages.formSettings.coversNothing }]);
        await coverConsent({
          access,
          formId: toFormId(params.formId, fields),
          version: consentVersion,
          covers: coversAll ? "all" : covers,
        });
        return redirectWithFlash(paths.consentCoverage({ formId: params.formId }), {
          kind: "success",
          message: messages.formSettings.updated,
        });
      },
    },
  });
});

export default function WhatTheConsentCovers() {
  const { formId, parent, consents, adPlatforms, canEdit } = useLoaderData<typeof loader>();
  const { formId: ofForm } = useParams();
  const to = paths.formSettings({ formId: ofForm, tab: "after-sending" });
  return (
    <Page errors={{}}>
      <PageHeader title="What your consent text allows" parent={{ to, label: parent }} />
      <PageFields.Provider value={{ shownForm: formId }}>
        <ConsentCoverage consents={consents} adPlatforms={adPlatforms} canEdit={canEdit} />
      </PageFields.Provider>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
