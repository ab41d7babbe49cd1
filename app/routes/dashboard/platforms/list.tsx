import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Flash } from "#app/components/flash.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { keepingThePage } from "#app/components/forms/unanswered.ts";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { currenciesIn } from "#app/components/platforms/month-progress.tsx";
import { NewPlatformPanel } from "#app/components/platforms/new-platform-panel.tsx";
import { PlatformList } from "#app/components/platforms/platform-list.tsx";
import { RatesNote } from "#app/components/rates-note.tsx";
import { brandNameOf } from "#app/components/root-data.ts";
import { FailedNote } from "#app/components/settings/failed-note.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { actOnPlatform } from "#app/http/platform-acts.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentProgress } from "#app/presenters/month.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages.ts";
import { actFailures, OrderForm, type PlatformActName, PlatformForm } from "#app/schemas/platforms.ts";
import { getMonth } from "#app/services/commissions/month-progress.server.ts";
import { createPlatform, reorderPlatforms } from "#app/services/platforms/change-platforms.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Platforms and tiers", brandNameOf(matches)) },
];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request);
  const rows = await listPlatforms(user.id);
  const { platforms: progress } = await getMonth(user, rows);
  return {
    platforms: rows.flatMap((platform) => {
      const own = progress.get(platform.id);
      return own ? [{ ...presentPlatform(platform), progress: presentProgress(own, user.currency) }] : [];
    }),
  };
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user } = await requireUser(request);
  const fields = await readForm(request);
  const words = messages.platforms;
  const back = (message: string) => redirectWithFlash(paths.platforms(), { kind: "success", message });
  if (fields.has("act")) return actOnPlatform(user.id, fields, paths.platforms());
  if (fields.has("orderedIds")) {
    return answerForm(
      {
        form: "order",
        sent: fields,
        schema: OrderForm,
        failed: words.reorderFailed,
      },
      async ({ orderedIds }) => {
        try {
          await reorderPlatforms({ ownerId: user.id, orderedIds });
        } catch (error) {
          if (!(error instanceof Invalid)) throw error;
          const message = `${words.reorderFailed}. ${words.listChanged}`;
          return redirectWithFlash(paths.platforms(), { kind: "error", message });
        }
        return back(words.reordered);
      },
    );
  }
  return answerForm(
    {
      form: "new-platform",
      sent: fields,
      schema: PlatformForm,
      failed: words.createFailed,
    },
    async (input) => {
      await createPlatform({ ownerId: user.id, input });
      return back(words.created);
    },
  );
});

export const clientAction = keepingThePage((fields) => {
  if (fields.has("orderedIds")) return messages.platforms.reorderFailed;
  const act = fields.get("act") as PlatformActName | null;
  return act === null ? messages.platforms.createFailed : actFailures[act];
});

export default function Platforms() {
  const { platforms } = useLoaderData<typeof loader>();
  const reply = useActionData<FormAnswer>();
  const isNew = reply?.form === "new-platform";
  return (
    <main id="main" tabIndex={-1} className="page">
      <Flash />
      <FailedNote reply={reply} />
      <div className="head">
        <h1>Platforms and tiers</h1>
      </div>
      {reply && !isNew ? <ErrorSummary formId={reply.form} lastResult={reply} /> : null}
      <RatesNote of={platforms.flatMap(({ progress }) => currenciesIn(progress))} />
      {platforms.length > 0 ? (
        <section className="panel" aria-label="Your platforms">
          <PlatformList platforms={platforms} />
        </section>
      ) : (
        <EmptyState title="No platforms yet">
          Add the brokers that you send people to. Your form asks which one it was, and each one's tiers say
          what a verified claim earns you.
        </EmptyState>
      )}
      <NewPlatformPanel taken={platforms.map(({ name }) => name)} lastResult={isNew ? reply : undefined} />
    </main>
  );
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact={messages.platforms.loadFailed} />;
}
