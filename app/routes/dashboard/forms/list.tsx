import { useLoaderData } from "@remix-run/react";
import { ArchivedForms } from "#app/components/form-settings/archived-forms.tsx";
import { FormList } from "#app/components/form-settings/form-list.tsx";
import { FormsLimit } from "#app/components/form-settings/forms-limit.tsx";
import { NewFormPanel } from "#app/components/form-settings/new-form-panel.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { CreateForm } from "#app/components/layout/create-form.tsx";
import { FormNote } from "#app/components/layout/own-form.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import type { FormAction } from "#app/schemas/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { listOwnForms } from "#app/services/form-settings/list-own-forms.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleForms } from "./forms.server.ts";

const sentences = messages.formSettings;

export const handle: PageHandle = {
  title: "Forms",
  description: "Your forms with their addresses and figures, and the ones you have archived.",
};

export const loader = page(requireMember("settings:read"), async ({ member: { workspace, role } }) => ({
  ...(await listOwnForms(workspace)),
  base: formUrl({ slug: "" }),
  canEdit: isAllowed(role, "settings:write"),
}));

export const action = page(requireMember("settings:write"), async ({ request, member }) =>
  handleForms(request, member),
);

const failures: Partial<Record<FormAction | "create", string>> = {
  create: sentences.createFailed,
  copy: sentences.createFailed,
  delete: sentences.deleteFailed,
};

export const clientAction = keepPageOnError(
  (intent) => failures[intent as FormAction] ?? sentences.updateFailed,
);

export default function Forms() {
  const { forms, usage, days, base, canEdit } = useLoaderData<typeof loader>();
  const archived = forms.filter(({ state }) => state === "archived");
  const active = forms.filter(({ state }) => state !== "archived");
  const view = { base, days, canEdit };
  return (
    <Page errors={{ except: ["create"] }}>
      <FormNote />
      <PageHeader title="Forms">
        <span className={text.small}>
          {usage.limit === null ? `${usage.used}` : `${usage.used} of ${usage.limit}`}
          {usage.limit === 1 ? " form" : " forms"}
        </span>
      </PageHeader>
      {forms.length === 0 ? (
        <EmptyState title="No form yet" actions={canEdit ? <CreateForm /> : null}>
          Your form is where visitors confirm their deposits. It takes one click, and everything on it can be
          changed afterwards.
        </EmptyState>
      ) : null}
      {active.length > 0 ? (
        <Panel title="Your forms" aside={<span className={text.small}>The last 28 days</span>}>
          <FormList forms={active} view={view} />
        </Panel>
      ) : null}
      {canEdit && forms.length > 0 ? (
        usage.limit !== null && usage.used >= usage.limit ? (
          <FormsLimit limit={usage.limit} planName={usage.planName} />
        ) : (
          <NewFormPanel forms={forms} />
        )
      ) : null}
      {archived.length > 0 ? <ArchivedForms forms={archived} view={view} /> : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
