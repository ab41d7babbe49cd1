import { data, redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { PlatformHeader } from "#app/components/platforms/platform-header.tsx";
import { RuleDryRun } from "#app/components/rules/rule-dry-run.tsx";
import { RuleSettings } from "#app/components/rules/rule-settings.tsx";
import { RuleStatus } from "#app/components/rules/rule-status.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { withProof } from "#app/http/auth/with-proof.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { pick } from "#app/lib/objects.ts";
import { paths } from "#app/paths.ts";
import { presentRule } from "#app/presenters/rule.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { RuleForm, type RuleInput } from "#app/schemas/rules.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { getRule, saveRule, tryRule } from "#app/services/rules/manage-rules.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `Rule for ${loaded.platform.name}` : "Rule"),
  description: "By what a broker’s claims are verified without a member.",
};

export const loader = page(requireMember("brokers:read"), async ({ params, member }) => {
  const { workspace, role } = member;
  const platformId = params.platformId ?? "";
  const platform = await getPlatform({ workspaceId: workspace.id, platformId });
  const state = await getRule(workspace, platformId);
  return {
    platform: pick(platform, ["id", "name"]),
    rule: presentRule(state),
    isSaved: state.rule !== null,
    isOpenAddress: state.isOpenAddress,
    currencies: currencyCodes(),
    currency: workspace.currency,
    canEdit: isAllowed(role, "brokers:write"),
    isProven: isRecentlyAuthenticated(member),
  };
});

export const action = page(requireMember("brokers:write"), async ({ request, params, member }) => {
  const platformId = params.platformId ?? "";
  const here = paths.platformRule({ platformId });
  return handleForm(request, member, RuleForm, {
    save: {
      hide: ["password"],
      async onValid({ password, dryRun, ...form }, reply) {
        const input = toInput(form);
        if (dryRun) {
          const tried = await tryRule(member.workspace, { platformId, input });
          return data({ ...reply({}), form: "save", failed: null, requestId: crypto.randomUUID(), tried });
        }
        const save = async () => {
          await saveRule({ access: member.access, platformId, input });
          const message = input.isOn ? messages.rules.turnedOn : messages.rules.turnedOff;
          return redirectWithFlash(here, { kind: "success", message });
        };
        const withoutPassword = () => redirect(paths.reauthenticate({ returnTo: here }), 303);
        return withProof(member, { password, withoutPassword }, save);
      },
    },
  });
});

const toInput = ({
  isOn,
  amount,
  currency,
  intent: _,
  ...plain
}: Omit<RuleForm, "password" | "dryRun">): RuleInput => ({
  ...plain,
  isOn: isOn === "on",
  amountMax: amount !== undefined && currency !== undefined ? { amount, currency } : null,
});

export default function PlatformRule() {
  const { platform, rule, isSaved, canEdit, ...loaded } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const tried = reply && "tried" in reply ? reply.tried : null;
  return (
    <Page errors={{ except: ["save"] }}>
      <PlatformHeader platform={platform} tab="rule" />
      {isSaved ? <RuleStatus rule={rule} platformId={platform.id} /> : null}
      {tried ? <RuleDryRun tried={tried} /> : null}
      <RuleSettings rule={rule} brokerName={platform.name} canEdit={canEdit} {...loaded} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
