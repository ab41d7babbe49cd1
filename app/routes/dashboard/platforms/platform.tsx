import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { SaveError } from "#app/components/accounts/save-error.tsx";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { keepPageOnNetworkError } from "#app/components/forms/network-error.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import { Page, PageHeader } from "#app/components/layout/page.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { currenciesIn, MonthProgress } from "#app/components/platforms/month-progress.tsx";
import { PlatformIdentity } from "#app/components/platforms/platform-identity.tsx";
import { PlatformUse } from "#app/components/platforms/platform-use.tsx";
import { TierEditor } from "#app/components/platforms/tier-editor.tsx";
import { TierList } from "#app/components/platforms/tier-list.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { type FormReply, handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentProgress } from "#app/presenters/month.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type PlatformActionName, PlatformForm, platformActionFailures } from "#app/schemas/platforms.ts";
import {
  checkTierRows,
  newTierRow,
  type TierConflict,
  type TierDraft,
  type TierRow,
} from "#app/schemas/tiers.ts";
import { getMonth } from "#app/services/commissions/month-progress.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { replaceTiers, updatePlatform } from "#app/services/platforms/manage-platforms.server.ts";
import { previewDeletion } from "#app/services/platforms/preview-deletion.server.ts";
import { tiersVersion } from "#app/services/platforms/tiers-version.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handlePlatformAction, redirectToListIfMissing } from "./platform-actions.server.ts";
import { readTierDraft } from "./tier-form.server.ts";

const words = messages.platforms;
const TRIAL_AMOUNT = "250";

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => [
  { title: pageTitle(loaded?.platform.name ?? "Platform", brandNameOf(matches)) },
];

export const loader = page(async ({ request, params }: LoaderFunctionArgs) => {
  const { workspace, role } = await requireMember(request, "platforms:read");
  const row = await getPlatform({ workspaceId: workspace.id, platformId: params.platformId ?? "" });
  const progress = (await getMonth(workspace, [row])).platforms.get(row.id);
  return {
    canEdit: isAllowed(role, "platforms:write"),
    platform: presentPlatform(row),
    progress: progress ? presentProgress(progress, workspace.currency) : null,
    currency: workspace.currency,
    currencies: currencyCodes(),
    tiersVersion: tiersVersion(row.commissionTiers ?? []),
    deletion: await previewDeletion({ workspaceId: workspace.id, platformId: row.id }),
  };
});

/** The editor once more: with a row more or less, or with what is wrong. */
type TierReply = {
  form: "tiers";
  status: "error" | null;
  failed: string | null;
  draft: TierDraft;
  /** That others were saved meanwhile, and which: after a refusal the page is not loaded anew. */
  conflict: TierConflict | null;
};

export const action = page(async ({ request, params }: ActionFunctionArgs) => {
  const { workspace } = await requireMember(request, "platforms:write");
  const platformId = params.platformId ?? "";
  const fields = await readForm(request);
  const here = paths.platform({ platformId });
  if (fields.has("act")) return handlePlatformAction(workspace.id, fields, here);
  const intent = fields.get("intent");
  if (intent !== null)
    return redirectToListIfMissing(words.tiersFailed, () =>
      changeTiers({ workspaceId: workspace.id, platformId, fields, intent }),
    );
  return handleForm(
    {
      form: "platform",
      sent: fields,
      schema: PlatformForm,
      failed: words.updateFailed,
    },
    (input) =>
      redirectToListIfMissing(words.updateFailed, async () => {
        await updatePlatform({ workspaceId: workspace.id, platformId, input });
        return redirectWithFlash(here, { kind: "success", message: words.updated });
      }),
  );
});

export const clientAction = keepPageOnNetworkError((fields) => {
  if (fields.has("intent")) return words.tiersFailed;
  return platformActionFailures[fields.get("act") as PlatformActionName] ?? words.updateFailed;
});

type TierChange = { workspaceId: string; platformId: string; fields: URLSearchParams; intent: string };

async function changeTiers({ workspaceId, platformId, fields, intent }: TierChange) {
  const draft = readTierDraft(fields);
  const { rows, currency } = draft;
  const again = (changed: Partial<TierDraft>) => ({ ...draft, isChecked: false, ...changed });
  const back = (draft: TierDraft) =>
    data<TierReply>({ form: "tiers", status: null, failed: null, draft, conflict: null });
  const refuse = (draft: TierDraft, status: number, conflict: TierConflict | null = null) =>
    data<TierReply>(
      { form: "tiers", status: "error", failed: words.tiersFailed, draft, conflict },
      { status },
    );
  await getPlatform({ workspaceId, platformId });
  if (intent === "add-tier") return back(again({ rows: [...rows, newTierRow(rows)] }));
  const removed = /^remove-tier-(\d{1,2})$/.exec(intent)?.[1];
  if (removed !== undefined) return back(again({ rows: rows.filter((_, row) => row !== Number(removed)) }));
  if (intent !== "save-tiers") return back(again({}));
  const { tiers } = checkTierRows(rows, currency);
  if (!tiers) return refuse(again({ isChecked: true }), 400);
  try {
    await replaceTiers({ workspaceId, platformId, tiers, seen: draft.seen });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const row = await getPlatform({ workspaceId, platformId });
    const changed = again({ seen: tiersVersion(row.commissionTiers ?? []) });
    const saved = {
      rows: rowsOf(presentPlatform(row)),
      currency: row.commissionTiers?.[0]?.currency ?? currency,
    };
    return refuse(changed, error.status, { message: error.message, saved });
  }
  return redirectWithFlash(paths.platform({ platformId }), {
    kind: "success",
    message: words.tiersUpdated,
  });
}

export default function Platform() {
  const { platform, progress, currency, currencies, tiersVersion, deletion, canEdit } =
    useLoaderData<typeof loader>();
  const reply = useActionData<FormReply | TierReply>();
  const isTiers = reply?.form === "tiers" && "draft" in reply;
  const form = reply && !isTiers ? (reply as FormReply) : undefined;
  const main = useRef<HTMLElement>(null);
  useFormSettled(
    () => main.current,
    (fields) => {
      // Its button goes with it.
      if (fields.get("act") === "default" && !reply) main.current?.focus({ preventScroll: true });
    },
  );
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
      {form?.form === "act" ? <ErrorSummary formId="act" lastResult={form} /> : null}
      <RatesNote of={progress ? currenciesIn(progress) : []} />
      <Panel title="Commission tiers">
        {canEdit ? (
          <TierEditor
            key={platform.id}
            saved={draftOf(platform, {
              total: progress?.total.amount ?? "0",
              accountCurrency: currency,
              seen: tiersVersion,
            })}
            reply={isTiers ? reply.draft : undefined}
            conflict={isTiers ? reply.conflict : null}
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
          <PlatformIdentity
            key={platform.id}
            platform={platform}
            lastResult={form?.form === "platform" ? form : undefined}
          />
          <PlatformUse platform={platform} deletion={deletion} />
        </>
      ) : null}
    </Page>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>["platform"];

type Around = { total: string; accountCurrency: string; seen: string };

const rowsOf = ({ commissionTiers }: Pick<Loaded, "commissionTiers">): TierRow[] =>
  commissionTiers.map(({ id, name, minAmount, maxAmount, type, value }) => ({
    ...{ id, name, minAmount, type, value },
    maxAmount: maxAmount ?? "",
  }));

function draftOf(platform: Loaded, { total, accountCurrency, seen }: Around): TierDraft {
  return {
    rows: rowsOf(platform),
    currency: platform.commissionTiers[0]?.currency ?? accountCurrency,
    seen,
    trial: { amount: TRIAL_AMOUNT, total },
    isChecked: false,
  };
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact={words.loadFailed} />;
}
