import { useLoaderData } from "@remix-run/react";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { SetupNext } from "#app/components/overview/setup-next.tsx";
import { currenciesIn } from "#app/components/platforms/month-progress.tsx";
import { NewPlatformPanel } from "#app/components/platforms/new-platform-panel.tsx";
import { PlatformList } from "#app/components/platforms/platform-list.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { USUAL_ACCOUNT_NUMBER } from "#app/lib/account-number.ts";
import { Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { presentProgress } from "#app/presenters/month.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { platformActionFailures } from "#app/schemas/form-failures.ts";
import { findKnownPlatform } from "#app/schemas/known-platforms.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type PlatformIconKey, PlatformsForm } from "#app/schemas/platforms.ts";
import { getMonthProgress } from "#app/services/commissions/month-progress.server.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { listFirstSteps } from "#app/services/overview/setup-steps.server.ts";
import { findOfferingForms } from "#app/services/platforms/form-platforms.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { createPlatform } from "#app/services/platforms/manage-platforms.server.ts";
import { reorderPlatforms } from "#app/services/platforms/order-platforms.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { platformActions } from "./platform-actions.server.ts";

const sentences = messages.platforms;

export const handle: PageHandle = {
  title: "Brokers",
  description: "The brokers that visitors can choose, and what each pays you.",
};

export const loader = page(requireMember("settings:read"), async ({ member }) => {
  const { workspace, role } = member;
  const rows = await listPlatforms(workspace.id);
  const { platforms: progress } = await getMonthProgress(workspace, rows);
  const forms = await findOfferingForms(workspace.id);
  return {
    canEdit: isAllowed(role, "platforms:write"),
    steps: await listFirstSteps(member),
    platforms: rows.flatMap((platform) => {
      const own = progress.get(platform.id);
      return own
        ? [
            {
              ...presentPlatform(platform),
              progress: presentProgress(own, workspace.currency),
              forms: {
                total: forms.length,
                offering: forms.flatMap(({ name, platformIds }) =>
                  platformIds.includes(platform.id) ? [name] : [],
                ),
              },
            },
          ]
        : [];
    }),
  };
});

export const action = page(requireMember("platforms:write"), async ({ request, member }) => {
  const { access } = member;
  const create = {
    failed: sentences.createFailed,
    async onValid({ intent, ...input }: { intent: string; name: string; icon: PlatformIconKey }) {
      const known = intent === "create-known" ? findKnownPlatform(input.name) : null;
      const accountNumber = { ...USUAL_ACCOUNT_NUMBER, ...known?.account };
      const { id } = await createPlatform({ access, input: { ...input, accountNumber } });
      const own = await findOwnForm(access.workspaceId);
      return redirectWithFlash(paths.platforms(), {
        kind: "success",
        message: sentences.created,
        ...(own && { advice: own.platformIds.includes(id) ? sentences.isOnForm : sentences.isNotOnForm }),
      });
    },
  };
  return handleForm(request, member, PlatformsForm, {
    ...platformActions(access, paths.platforms()),
    create,
    "create-known": create,
    reorder: {
      failed: sentences.reorderFailed,
      onValid: ({ orderedIds }) => reorder(access, orderedIds),
    },
  });
});

async function reorder(access: Access, orderedIds: string[]): Promise<Response> {
  try {
    await reorderPlatforms({ access, orderedIds });
    return redirectWithFlash(paths.platforms(), { kind: "success", message: sentences.reordered });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const message = `${sentences.reorderFailed}. ${sentences.listChanged}`;
    return redirectWithFlash(paths.platforms(), { kind: "error", message });
  }
}

const failures: Record<string, string> = { ...platformActionFailures, reorder: sentences.reorderFailed };

export const clientAction = keepPageOnError((intent) => failures[intent] ?? sentences.createFailed);

export default function Platforms() {
  const { platforms, canEdit, steps } = useLoaderData<typeof loader>();
  return (
    <Page errors={{ except: ["create", "create-known"] }}>
      <PageHeader title="Brokers" />
      <SetupNext after="platform" steps={steps} />
      <RatesNote of={platforms.flatMap(({ progress }) => currenciesIn(progress))} />
      {platforms.length > 0 ? (
        <Card aria-label="Your brokers">
          <PlatformList platforms={platforms} canEdit={canEdit} />
        </Card>
      ) : (
        <EmptyState title="No brokers yet">
          Add the brokers you promote. Visitors pick one on your form, and its tiers set what each verified
          deposit earns you.
        </EmptyState>
      )}
      {canEdit ? <NewPlatformPanel taken={platforms.map(({ name }) => name)} /> : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
