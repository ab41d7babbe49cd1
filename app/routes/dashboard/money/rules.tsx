import { useLoaderData } from "@remix-run/react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { CampaignSource } from "#app/components/money/campaign-source.tsx";
import { SpendLimitForm } from "#app/components/money/spend-limit.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import layout from "#app/components/ui/layout.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { findAdObjects } from "#app/services/money/find-ad-objects.server.ts";
import { getSpendLimit } from "#app/services/money/spend-limits.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleMoneyForm } from "./money-forms.server.ts";
import { nameSpender } from "./read-money.server.ts";

export const handle: PageHandle = {
  title: "Limit and sources",
  description: "From when on a campaign is too expensive, and which source its spend counts under.",
};

export const loader = page(
  requireMember("stats:read", { needsSubscription: true }),
  async ({ request, member: { workspace, role } }) => {
    const [limit, objects] = await Promise.all([getSpendLimit(workspace.id), findAdObjects(workspace.id)]);
    const campaigns = objects
      .filter(({ level }) => level === "campaign")
      .map(({ id, name, objectId, adPlatform, source }) => ({
        ref: id,
        name: [name || objectId, nameSpender(adPlatform)].filter(Boolean).join(", "),
        source,
      }))
      .sort((one, other) => one.name.localeCompare(other.name));
    const asked = new URL(request.url).searchParams.get("campaign");
    return {
      currency: workspace.currency,
      limit,
      campaigns,
      chosen: campaigns.find(({ ref }) => ref === asked)?.ref ?? null,
      canWrite: isAllowed(role, "spend:write"),
    };
  },
);

export const clientAction = keepPageOnError();

export const action = page(requireMember("spend:write"), async ({ request, member }) =>
  handleMoneyForm(request, member),
);

export default function MoneyRules() {
  const { currency, limit, campaigns, chosen, canWrite } = useLoaderData<typeof loader>();
  const rules = campaigns.flatMap(({ source, ...campaign }) =>
    source === null ? [] : [{ ...campaign, source }],
  );
  return (
    <Page>
      <PageHeader title="Limit and sources" parent={{ to: paths.money(), label: "Results" }} />
      {!canWrite && limit === null ? (
        <EmptyState title="No limit is set">
          Owners and managers can set what a verified deposit of a campaign may cost before they are told.
        </EmptyState>
      ) : null}
      <div className={layout.halves}>
        <SpendLimitForm limit={limit} currency={currency} canWrite={canWrite} />
        {canWrite && campaigns.length > 0 ? (
          <CampaignSource key={chosen} campaigns={campaigns} chosen={chosen} rules={rules} />
        ) : null}
      </div>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
