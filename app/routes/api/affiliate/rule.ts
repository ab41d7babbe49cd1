import { endpoint, get, put } from "#app/http/api/endpoint.server.ts";
import { presentRule } from "#app/presenters/rule.ts";
import { RuleBody, RuleOrDryRun, RuleParams, RuleReply } from "#app/schemas/rules.ts";
import { getRule, saveRule, tryRule } from "#app/services/rules/manage-rules.server.ts";

const path = "/api/affiliate/{platformId}/rule";

const handle = endpoint(
  get({
    path,
    summary: "By what a broker's claims are verified without a member",
    description: "Before the first PUT it is off.",
    auth: "user",
    action: "brokers:write",
    memberAction: "brokers:read",
    params: RuleParams,
    response: RuleReply,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params: { platformId } }) => ({
      rule: presentRule(await getRule(workspace, platformId)),
    }),
  }),
  put({
    path,
    summary: "Make or change a broker's rule, or try it",
    description:
      "A rule verifies a pending claim where the broker's evidence of a deposit is certain and names our click ID of the claim's visit, or the account number together with an email, a phone number or a click ID. It never rejects. Closed to API keys.",
    auth: "user",
    action: "workspace:write",
    memberAction: "brokers:write",
    needsRecentAuthentication: true,
    params: RuleParams,
    body: RuleBody,
    example: {
      isOn: true,
      sources: ["postback", "api"],
      needed: 1,
      amountMax: { amount: "500.00", currency: "EUR" },
      perDay: 50,
      holdSeconds: 600,
    },
    response: RuleOrDryRun,
    errors: { 404: ["not_found"] },
    run: async ({ access, workspace, params: { platformId }, body: { dryRun, ...input } }) => {
      if (dryRun) {
        const { wouldDecide, claims } = await tryRule(workspace, { platformId, input });
        return { wouldDecide, claims };
      }
      await saveRule({ access, platformId, input });
      return { rule: presentRule(await getRule(workspace, platformId)) };
    },
  }),
);

export const loader = handle;
export const action = handle;
