import { config } from "#app/env.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { DECISION_REASONS, decisionReasonTexts, optInNouns } from "#app/lib/domain.ts";
import { formName } from "#app/lib/form-name.ts";
import { clockTime, day, formatDateTime } from "#app/lib/format-date.ts";
import { formatsOf, runWithFormats } from "#app/lib/formats-scope.server.ts";
import { displayMoney } from "#app/lib/money.ts";
import { OptInForm, type Submission, type Workspace } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findDeciders } from "#app/services/submissions/find-deciders.server.ts";
import { findNamedWorkspace } from "#app/services/workspaces/link-to-workspace.server.ts";
import type { ButtonOfMessage, NewMessage } from "../messages/queue-message.server.ts";
import { hideEmail, hidePhone } from "./hide-person.ts";

const { telegramDesk } = messages;

/** Whom a message is for: who may decide has the buttons for it; nobody in a group has one. */
export type DeskReader = { userId: string; mayDecide: boolean; isGroup: boolean };

/** What the buttons offer: the decision, or the reasons of a rejection. */
export type DeskOffer = "decision" | "reasons";

/** A claim as a chat shows it, with its person masked and what holds of it now. */
export async function describeDeskClaim(
  workspace: Workspace,
  claim: Submission,
  { userId, mayDecide, isGroup }: DeskReader,
  offer: DeskOffer = "decision",
): Promise<NewMessage> {
  const form = await OptInForm.findOne({
    where: { id: claim.formId, workspaceId: workspace.id },
    attributes: ["name", "slug"],
  });
  const state = await describeWhatHolds(workspace, claim);
  const text = await runWithFormats(formatsOf(workspace), async () => describeFacts(workspace, claim, form));
  const shown = { text: [text, state].filter(Boolean).join("\n\n") };
  if (isGroup) return shown;
  const open = { text: "Open", url: await toDashboardUrl(userId, workspace.id, toClaim(claim)) };
  const isOpen = state === null && mayDecide;
  if (!isOpen) return { ...shown, buttons: [[open]] };
  return { ...shown, buttons: offer === "reasons" ? askWhy(claim.id, open) : askToDecide(claim.id, open) };
}

const toClaim = ({ id }: Submission): string => paths.submission({ submissionId: id });

/** The address of a page of the dashboard, in the workspace of what it shows. */
export async function toDashboardUrl(userId: string, workspaceId: string, path: string): Promise<string> {
  const named = await findNamedWorkspace(userId, workspaceId);
  return config.publicUrl + (named?.toPath(path) ?? path);
}

const press = (text: string, verb: string, id: string, value = ""): ButtonOfMessage => ({
  text,
  callback_data: `desk:${verb}:${id}${value && `:${value}`}`,
});

const askToDecide = (id: string, open: ButtonOfMessage): ButtonOfMessage[][] => [
  [press("Verify", "verify", id), press("Reject…", "reject", id)],
  [open],
];

/** Another reason needs words, which its page takes. */
const askWhy = (id: string, { text: _, ...page }: ButtonOfMessage): ButtonOfMessage[][] => [
  ...DECISION_REASONS.map((reason) => [
    reason === "other"
      ? ({ text: decisionReasonTexts.other, ...page } as ButtonOfMessage)
      : press(decisionReasonTexts[reason], "why", id, reason),
  ]),
  [press("Back", "back", id)],
];

function describeFacts(
  { timeZone }: Workspace,
  claim: Submission,
  form: Pick<OptInForm, "name" | "slug"> | null,
): string {
  const { action, platformName, amount, currency, email, phone, erasedAt, createdAt } = claim;
  const money = amount !== null && currency !== null ? displayMoney(amount, currency) : "no amount";
  const marks = [
    claim.unlikelyAmount ? "unlikely amount" : null,
    claim.cameInRush ? "came in a rush" : null,
  ].filter((mark) => mark !== null);
  const from = [claim.source ?? "no source", claim.campaign].filter(Boolean).join(", ");
  return [
    `${optInNouns[action]}: ${money}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`,
    `Broker: ${platformName}`,
    ...(form ? [`Form: ${formName(form)}`] : []),
    `Source: ${from}${claim.channel === "telegram" ? ", made in Telegram" : ""}`,
    ...(erasedAt ? [] : [`Email: ${hideEmail(email)}`, `Phone: ${hidePhone(phone)}`]),
    `Came in: ${formatDateTime({ at: createdAt, timeZone, now: new Date() })}`,
  ].join("\n");
}

const isToday = ({ at, timeZone, now }: { at: Date; timeZone: string; now: Date }): boolean =>
  dayIn(timeZone, at) === dayIn(timeZone, now);

/** What holds of a claim in a sentence: "Verified by Ana at 14:02." Null while it waits. */
export async function describeWhatHolds(workspace: Workspace, claim: Submission): Promise<string | null> {
  if (claim.erasedAt) return telegramDesk.erased;
  if (claim.withdrawnAt) return telegramDesk.withdrawn;
  const { status, handledAt, decisionReason } = claim;
  if (status === "pending") return null;
  const by = (await findDeciders([claim]))(claim)?.name;
  const { timeZone } = workspace;
  return runWithFormats(formatsOf(workspace), async () => {
    const moment = handledAt && { at: handledAt, timeZone, now: new Date() };
    const at = moment && ` ${isToday(moment) ? "" : `on ${day(moment)} `}at ${clockTime(moment)}`;
    const word = status === "handled" ? "Verified" : "Rejected";
    const reason =
      status === "rejected" && decisionReason ? `: ${decisionReasonTexts[decisionReason].toLowerCase()}` : "";
    return `${word}${by ? ` by ${by}` : ""}${at ?? ""}${reason}.`;
  });
}
