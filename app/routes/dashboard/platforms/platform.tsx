import type { SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ContractListPanel, CurrentContractPanel } from "#app/components/contracts/contract-panels.tsx";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { toFormResult, useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SetupNext } from "#app/components/overview/setup-next.tsx";
import { currenciesIn, MonthProgress } from "#app/components/platforms/month-progress.tsx";
import { PlatformHeader } from "#app/components/platforms/platform-header.tsx";
import { TierEditor } from "#app/components/platforms/tier-editor.tsx";
import { TierList } from "#app/components/platforms/tier-list.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { platformActionFailures } from "#app/schemas/form-failures.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { listFirstSteps } from "#app/services/overview/setup-steps.server.ts";
import { handlePlatformForm } from "./platform-forms.server.ts";
import { loadCommission } from "./platform-page.server.ts";

const sentences = messages.platforms;

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => loaded?.platform.name ?? "Broker",
  description: "What a broker pays, its contracts and this month’s progress.",
};

export const loader = page(requireMember("settings:read"), async ({ params, member }) => ({
  ...(await loadCommission(member, params.platformId ?? "")),
  steps: await listFirstSteps(member),
}));

export const action = page(requireMember("platforms:write"), async ({ request, params, member }) => {
  const platformId = params.platformId ?? "";
  return handlePlatformForm(request, { member, platformId, here: paths.platform({ platformId }) });
});

const failures: Record<string, string> = { ...platformActionFailures, tiers: sentences.tiersFailed };

export const clientAction = keepPageOnError((intent) => failures[intent] ?? sentences.updateFailed);

export default function Platform() {
  const { platform, progress, currencies, tiers, contracts, canEdit, steps } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const { other } = contracts;
  return (
    <Page errors={{ except: other ? [] : ["tiers"] }}>
      <PlatformHeader platform={platform} tab="commission" />
      <SetupNext after="tier" steps={steps} />
      <RatesNote of={progress ? currenciesIn(progress) : []} />
      {other ? (
        <CurrentContractPanel platformId={platform.id} contract={other} canEdit={canEdit} />
      ) : (
        <Panel title="Commission tiers">
          {canEdit ? (
            <TierEditor
              key={platform.id}
              saved={tiers}
              lastResult={toFormResult(reply, "tiers")}
              currencies={currencies}
            />
          ) : (
            <TierList tiers={platform.commissionTiers} />
          )}
        </Panel>
      )}
      {progress ? (
        <Panel title="This month">
          <PanelBody>
            <MonthProgress progress={progress} />
            <p>
              <Link to={paths.commission({ platformId: platform.id })}>Commission owed</Link>
            </p>
          </PanelBody>
        </Panel>
      ) : null}
      <ContractListPanel platformId={platform.id} canEdit={canEdit} {...contracts.list} />
      <Panel title="Statements">
        <PanelBody isRoomy>
          <p>Check this broker’s claims with the file of its partner area.</p>
          <p>
            <Link to={paths.statements({ platform: platform.id })} className={buttonClass({})}>
              Upload a statement
            </Link>
          </p>
        </PanelBody>
      </Panel>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
