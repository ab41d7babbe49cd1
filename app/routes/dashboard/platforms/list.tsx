import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { SaveError } from "#app/components/accounts/save-error.tsx";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { keepPageOnNetworkError } from "#app/components/forms/network-error.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import { Page, PageHeader } from "#app/components/layout/page.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { currenciesIn } from "#app/components/platforms/month-progress.tsx";
import { NewPlatformPanel } from "#app/components/platforms/new-platform-panel.tsx";
import { PlatformList } from "#app/components/platforms/platform-list.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { type FormReply, handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentProgress } from "#app/presenters/month.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  OrderForm,
  type PlatformActionName,
  PlatformForm,
  platformActionFailures,
} from "#app/schemas/platforms.ts";
import { getMonth } from "#app/services/commissions/month-progress.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { createPlatform, reorderPlatforms } from "#app/services/platforms/manage-platforms.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handlePlatformAction } from "./platform-actions.server.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Platforms and tiers", brandNameOf(matches)) },
];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { workspace, role } = await requireMember(request, "platforms:read");
  const rows = await listPlatforms(workspace.id);
  const { platforms: progress } = await getMonth(workspace, rows);
  return {
    canEdit: isAllowed(role, "platforms:write"),
    platforms: rows.flatMap((platform) => {
      const own = progress.get(platform.id);
      return own
        ? [{ ...presentPlatform(platform), progress: presentProgress(own, workspace.currency) }]
        : [];
    }),
  };
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { workspace } = await requireMember(request, "platforms:write");
  const fields = await readForm(request);
  const words = messages.platforms;
  const back = (message: string) => redirectWithFlash(paths.platforms(), { kind: "success", message });
  if (fields.has("act")) return handlePlatformAction(workspace.id, fields, paths.platforms());
  if (fields.has("orderedIds")) {
    return handleForm(
      {
        form: "order",
        sent: fields,
        schema: OrderForm,
        failed: words.reorderFailed,
      },
      async ({ orderedIds }) => {
        try {
          await reorderPlatforms({ workspaceId: workspace.id, orderedIds });
        } catch (error) {
          if (!(error instanceof Invalid)) throw error;
          const message = `${words.reorderFailed}. ${words.listChanged}`;
          return redirectWithFlash(paths.platforms(), { kind: "error", message });
        }
        return back(words.reordered);
      },
    );
  }
  return handleForm(
    {
      form: "new-platform",
      sent: fields,
      schema: PlatformForm,
      failed: words.createFailed,
    },
    async (input) => {
      await createPlatform({ workspaceId: workspace.id, input });
      return back(words.created);
    },
  );
});

export const clientAction = keepPageOnNetworkError((fields) => {
  if (fields.has("orderedIds")) return messages.platforms.reorderFailed;
  const act = fields.get("act") as PlatformActionName | null;
  return act === null ? messages.platforms.createFailed : platformActionFailures[act];
});

export default function Platforms() {
  const { platforms, canEdit } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const isNew = reply?.form === "new-platform";
  return (
    <Page>
      <Flash />
      <SaveError reply={reply} />
      <PageHeader>
        <h1>Platforms and tiers</h1>
      </PageHeader>
      {reply && !isNew ? <ErrorSummary formId={reply.form} lastResult={reply} /> : null}
      <RatesNote of={platforms.flatMap(({ progress }) => currenciesIn(progress))} />
      {platforms.length > 0 ? (
        <Card aria-label="Your platforms">
          <PlatformList platforms={platforms} canEdit={canEdit} />
        </Card>
      ) : (
        <EmptyState title="No platforms yet">
          Add the brokers that you send people to. Your form asks which one it was, and each one's tiers say
          what a verified claim earns you.
        </EmptyState>
      )}
      {canEdit ? (
        <NewPlatformPanel taken={platforms.map(({ name }) => name)} lastResult={isNew ? reply : undefined} />
      ) : null}
    </Page>
  );
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact={messages.platforms.loadFailed} />;
}
