import { retryRead } from "#app/database/connection.server.ts";
import { sumByCurrency } from "#app/lib/commission.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { Workspace } from "#app/models/index.server.ts";
import type { StatementDecision, StatementPlan } from "#app/schemas/statements.ts";
import { usableWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { findWindows } from "#app/services/ad-platforms/find-windows.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { previewCommissions } from "#app/services/commissions/preview-commissions.server.ts";
import type { VerifiedAmount } from "#app/services/commissions/verified-amounts.server.ts";
import { findFormSettings } from "#app/services/deliveries/event-settings.server.ts";
import { foreseeEvents, type Prospect } from "#app/services/deliveries/foresee-events.server.ts";
import { findItems, findOpen, type OpenItem } from "./find-items.server.ts";
import { getStatement } from "./list-statements.server.ts";

type Arguments = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  statementId: string;
  decision: Pick<StatementDecision, "group" | "doubt" | "matchIds" | "pairs" | "status">;
};

/** What a decision would do. Changes nothing. */
export async function planStatement({ workspace, statementId, decision }: Arguments): Promise<StatementPlan> {
  const { statement } = await getStatement({ workspaceId: workspace.id, statementId });
  const items = await findItems(statement, decision);
  const open = await findOpen(workspace.id, items);
  const alreadyDecided = items.length - open.length;
  if (decision.status === "rejected") return { ...NOTHING, wouldReject: open.length, alreadyDecided };
  const amounts = open.flatMap((one) => toAmounts(workspace.id, one));
  return {
    ...NOTHING,
    wouldHandle: open.length,
    ...(await foresee(workspace.id, open)),
    alreadyDecided,
    amountsDiffer: open.flatMap(({ item, claim }) =>
      item.amount !== null && claim.amount !== null && Number(item.amount) !== Number(claim.amount)
        ? [
            {
              submissionId: claim.id,
              claimed: shown(claim.amount, claim.currency),
              verified: shown(item.amount, item.currency),
              currency: item.currency,
            },
          ]
        : [],
    ),
    sums: sumByCurrency(amounts.map(({ money }) => money)),
    commission: await previewCommissions(workspace, amounts),
  };
}

const NOTHING: StatementPlan = {
  wouldHandle: 0,
  wouldReject: 0,
  wouldSend: 0,
  expired: 0,
  alreadyDecided: 0,
  sendBefore: null,
  adPlatforms: [],
  amountsDiffer: [],
  sums: [],
  commission: [],
};

const shown = (amount: string, currency: string | null): string =>
  currency === null ? amount : formatAmount(amount, currency);

function toAmounts(workspaceId: string, { item, claim }: OpenItem): VerifiedAmount[] {
  const amount = item.amount ?? claim.amount;
  const currency = item.currency ?? claim.currency;
  return amount === null || currency === null
    ? []
    : [
        {
          submission: { ...claim, workspaceId },
          month: claim.day.slice(0, 7),
          money: { amount, currency },
        },
      ];
}

/** What would be sent where, and until when the first of it can be. */
async function foresee(
  workspaceId: string,
  open: OpenItem[],
): Promise<Pick<StatementPlan, "wouldSend" | "expired" | "adPlatforms" | "sendBefore">> {
  const windows = await retryRead(() => findWindows(workspaceId));
  const formIds = [...new Set(open.map(({ claim }) => claim.formId))];
  const forms = await retryRead(() => findFormSettings({ workspaceId, formIds }));
  const now = Date.now();
  const prospects = open.map(({ item, claim }) =>
    foreseeEvents({
      submission: claim,
      isSharingEnded: claim.sharingEndedAt !== null,
      hasAmount: (item.amount ?? claim.amount) !== null,
      form: forms.get(claim.formId) ?? null,
      windows: windows.map(({ adPlatform, ms }) => ({
        adPlatform,
        isOpen: now - usableWindow(ms) < +claim.createdAt,
      })),
    }),
  );
  const count = (matches: (own: Prospect[]) => boolean) => prospects.filter(matches).length;
  const deadlines = open.flatMap(({ claim: { sendBefore } }, index) =>
    sendBefore && +sendBefore > now && prospects[index]?.includes("sent") ? [+sendBefore] : [],
  );
  const first = deadlines.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  return {
    wouldSend: count((own) => own.includes("sent")),
    expired: count((own) => !own.includes("sent") && own.includes("expired")),
    adPlatforms: windows.map(({ adPlatform }, index) => ({
      id: adPlatform,
      name: adPlatformName(adPlatform),
      wouldSend: count((own) => own[index] === "sent"),
      expired: count((own) => own[index] === "expired"),
      notCovered: count((own) => own[index] === "not_covered"),
      skipped: count((own) => own[index] === "skipped"),
    })),
    sendBefore: Number.isFinite(first) ? new Date(first).toISOString() : null,
  };
}
