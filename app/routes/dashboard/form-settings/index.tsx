import { data, type SerializeFrom } from "@remix-run/node";
import { useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import { ConsentNote } from "#app/components/connections/consent-note.tsx";
import { UnsentOffers } from "#app/components/deliveries/unsent-offers.tsx";
import { DeleteForm } from "#app/components/form-settings/delete-form.tsx";
import { DefaultTag } from "#app/components/form-settings/form-heading.tsx";
import { FormSwitcher } from "#app/components/form-settings/form-switcher.tsx";
import { FormTabs, formTabLabels } from "#app/components/form-settings/form-tabs.tsx";
import { LogoUpload } from "#app/components/form-settings/logo-upload.tsx";
import { MissingTextsNote } from "#app/components/form-settings/missing-texts.tsx";
import { NewFormNote } from "#app/components/form-settings/new-form-note.tsx";
import { SettingsForm } from "#app/components/form-settings/settings-form.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { PageFields } from "#app/components/forms/post-form.tsx";
import { toFormResult, useFormReply } from "#app/components/forms/use-form-reply.ts";
import { CreateForm } from "#app/components/layout/create-form.tsx";
import { FormStateNote } from "#app/components/layout/own-form.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { SetupNext } from "#app/components/overview/setup-next.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { policyHeaders, policyPageHeaders } from "#app/http/page-policy.ts";
import { NotFound } from "#app/lib/errors.ts";
import { FORM_TABS, findFormTab } from "#app/lib/form-tabs.ts";
import { phoneCountries } from "#app/lib/phone-countries.ts";
import { paths } from "#app/paths.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { listConsents } from "#app/services/form-settings/list-consents.server.ts";
import { findFormState } from "#app/services/form-settings/list-own-forms.server.ts";
import { findOwnForm, listFormChoices } from "#app/services/form-settings/own-forms.server.ts";
import { listFormProviders } from "#app/services/form-settings/provider-settings.server.ts";
import { listConsentLists } from "#app/services/opt-in-forms/consent-lists.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { listFirstSteps } from "#app/services/overview/setup-steps.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { findUnsentOffers } from "#app/services/replays/unsent-claims.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleFormSettings } from "./form-settings-forms.server.ts";
import { tabVersion } from "./saved-elsewhere.server.ts";

const sentences = messages.formSettings;

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded && loaded.tab !== "look" ? `Form: ${formTabLabels[loaded.tab]}` : "Form"),
  description: "The texts, questions and consent of your form, and how it looks.",
};

export const loader = page(requireMember("settings:read"), async ({ params, member, context }) => {
  const { formId } = params;
  const { workspace, role } = member;
  const tab = findFormTab(FORM_TABS, params.tab);
  if (!tab) throw new NotFound("Page");
  const own = await findOwnForm(workspace.id, formId);
  if (!own && formId !== undefined) throw new NotFound("Form");
  const canEdit = isAllowed(role, "settings:write");
  // The chosen logo is shown from a blob of the browser.
  const headers = policyHeaders(context, { "img-src": ["blob:"] });
  const forms = await listFormChoices(workspace.id);
  const hasPassword = member.user.passwordHash !== null;
  if (!own)
    return data(
      { tab, form: null, forms, consents: [], unsent: [], steps: [], canEdit, hasPassword },
      { headers },
    );
  const platforms = await listPlatforms(workspace.id);
  const settings = presentFormSettings(own);
  const form = {
    settings,
    seen: tabVersion(settings, tab),
    isDefault: forms.some(({ id, isDefault }) => isDefault && id === own.form.id),
    state: await findFormState(own.form),
    platforms: platforms.map(({ id, name, isActive }) => ({ id, name, isActive })),
    providers: await listFormProviders(workspace.id, own.form),
    countries: phoneCountries(),
    consentLists: await listConsentLists(own.form),
    base: formUrl({ slug: "" }),
  };
  const unsent = isAllowed(role, "deliveries:write") ? await findUnsentOffers(workspace.id) : [];
  const steps = await listFirstSteps(member);
  return data(
    { tab, form, forms, consents: await listConsents(own), unsent, steps, canEdit, hasPassword },
    { headers },
  );
});

export const headers = policyPageHeaders;

export const action = page(requireMember("settings:write"), async ({ request, params, member }) =>
  handleFormSettings(request, member, params.formId),
);

const failures: Record<string, string> = {
  create: sentences.createFailed,
  delete: sentences.deleteFailed,
  logo: sentences.logoFailed,
};

export const clientAction = keepPageOnError((intent) => failures[intent] ?? sentences.updateFailed);

export default function FormSettingsPage() {
  const { tab, form, forms, consents, unsent, steps, canEdit, hasPassword } = useLoaderData<typeof loader>();
  const { formId } = useParams();
  const [search] = useSearchParams();
  const reply = useFormReply<typeof action>();
  const saveResult = toFormResult(reply, "save");
  return (
    <Page errors={{ except: ["save"] }}>
      {form ? <FormStateNote formId={form.settings._id} state={form.state} /> : null}
      <PageHeader
        title={form && forms.length > 1 ? <bdi>{form.settings.name}</bdi> : "Form"}
        parent={forms.length > 1 ? { to: paths.forms(), label: "All forms" } : undefined}
        link={
          form
            ? { to: paths.shareForm({ formId }), label: "Links by channel, QR code, embed code" }
            : undefined
        }
        actions={<FormSwitcher forms={forms} shown={form?.settings._id} />}
      >
        {form?.isDefault && forms.length > 1 ? <DefaultTag /> : null}
      </PageHeader>
      {form && search.has("new") && form.state === "open" ? (
        <NewFormNote url={form.base + form.settings.slug} />
      ) : null}
      {tab === "look" ? <SetupNext after="form" steps={steps} /> : null}
      {form ? (
        <PageFields.Provider value={{ shownForm: form.settings._id }}>
          <FormTabs current={tab} />
          <UnsentOffers offers={unsent} />
          <ConsentNote
            forms={[{ id: form.settings._id, name: forms.length > 1 ? form.settings.name : null, consents }]}
            adPlatforms={form.providers}
          />
          <MissingTextsNote
            formId={formId}
            missing={form.settings.missingTexts}
            languages={form.settings.languages}
          />
          <SettingsForm
            key={`${form.settings._id} ${tab}`}
            {...form}
            tab={tab}
            consent={consents.find(({ isCurrent }) => isCurrent)}
            canEdit={canEdit}
            hasPassword={hasPassword}
            lastResult={saveResult}
            conflict={reply && "conflict" in reply ? reply.conflict : undefined}
          />
          {canEdit && tab === "look" ? (
            <LogoUpload
              version={form.settings.version}
              hasLogo={form.settings.logo !== null}
              errors={toFormResult(reply, "logo")?.error?.logo ?? undefined}
            />
          ) : null}
          {canEdit && tab === "advanced" ? <DeleteForm /> : null}
        </PageFields.Provider>
      ) : (
        <EmptyState
          title={forms.length > 0 ? "No open form" : "No form yet"}
          actions={canEdit ? <CreateForm /> : null}
        >
          {forms.length > 0
            ? "All your forms are archived. Restore one in the list, or create another one. "
            : null}
          Your form is where visitors confirm their deposits. It takes one click, and everything on it can be
          changed afterwards.
        </EmptyState>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
