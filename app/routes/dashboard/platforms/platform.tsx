import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { SaveError } from "#app/components/accounts/save-error.tsx";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { keepPageOnNetworkError } from "#app/components/forms/network-error.ts";
import { resultOf, useFormReply } from "#app/components/forms/use-form-reply.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { Page, PageHeader } from "#app/components/layout/page.tsx";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { currenciesIn, MonthProgress } from "#app/components/platforms/month-progress.tsx";
import { PlatformIdentity } from "#app/components/platforms/platform-identity.tsx";
import { PlatformUse } from "#app/components/platforms/platform-use.tsx";
import { TierEditor } from "#app/components/platforms/tier-editor.tsx";
import { TierList } from "#app/components/platforms/tier-list.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import { presentProgress } from "#app/presenters/month.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { platformActionFailures } from "#app/schemas/platforms.ts";
import { getMonth } from "#app/services/commissions/month-progress.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { previewDeletion } from "#app/services/platforms/preview-deletion.server.ts";
import { tiersVersion } from "#app/services/platforms/tiers-version.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handlePlatformForm } from "./platform-forms.server.ts";
import { toTierRows } from "./tier-rows.server.ts";

const words = messages.platforms;

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => loaded?.platform.name ?? "Platform",
};

export const loader = page(async ({ request, params }: LoaderFunctionArgs) => {
  const { workspace, role } = await requireMember(request, "platforms:read");
  const row = await getPlatform({ workspaceId: workspace.id, platformId: params.platformId ?? "" });
  const progress = (await getMonth(workspace, [row])).platforms.get(row.id);
  const platform = presentPlatform(row);
  return {
    canEdit: isAllowed(role, "platforms:write"),
    platform,
    progress: progress ? presentProgress(progress, workspace.currency) : null,
    currencies: currencyCodes(),
    tiers: {
      ...toTierRows(platform, workspace.currency),
      seen: tiersVersion(row.commissionTiers ?? []),
      total: progress?.total.amount ?? "0",
    },
    deletion: await previewDeletion({ workspaceId: workspace.id, platformId: row.id }),
  };
});

export const action = page(async ({ request, params }: ActionFunctionArgs) => {
  const { workspace } = await requireMember(request, "platforms:write");
  return handlePlatformForm(request, { workspaceId: workspace.id, platformId: params.platformId ?? "" });
});

const failures: Record<string, string> = { ...platformActionFailures, tiers: words.tiersFailed };

export const clientAction = keepPageOnNetworkError((intent) => failures[intent] ?? words.updateFailed);

export default function Platform() {
  const { platform, progress, currencies, tiers, deletion, canEdit } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const main = useRef<HTMLElement>(null);
  useFormSettled((fields) => {
    // The button that had the focus is gone.
    if (fields.get("intent") === "default" && !reply) main.current?.focus({ preventScroll: true });
  });
  return (
    <Page ref={main}>
      <Flash />
      <SaveError reply={reply} />
      <PageHeader>
        <h1 className={text.breakable}>{platform.name}</h1>
        <Link className={text.small} to={paths.platforms()}>
          All platforms
        </Link>
      </PageHeader>
      {reply && reply.form !== "tiers" && reply.form !== "update" ? (
        <ErrorSummary formId={reply.form} lastResult={reply} />
      ) : null}
      <RatesNote of={progress ? currenciesIn(progress) : []} />
      <Panel title="Commission tiers">
        {canEdit ? (
          <TierEditor
            key={platform.id}
            saved={tiers}
            lastResult={resultOf(reply, "tiers")}
            currencies={currencies}
          />
        ) : (
          <TierList tiers={platform.commissionTiers} />
        )}
      </Panel>
      {progress ? (
        <Panel title="This month">
          <PanelBody>
            <MonthProgress progress={progress} />
          </PanelBody>
        </Panel>
      ) : null}
      {canEdit ? (
        <>
          <PlatformIdentity key={platform.id} platform={platform} lastResult={resultOf(reply, "update")} />
          <PlatformUse platform={platform} deletion={deletion} />
        </>
      ) : null}
    </Page>
  );
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact={words.loadFailed} />;
}
