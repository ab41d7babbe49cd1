import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ReplayPreview, ReplayProgress } from "#app/components/deliveries/replay-panels.tsx";
import { ReplayRange } from "#app/components/deliveries/replay-range.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { Page, PageHeader } from "#app/components/layout/page.tsx";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { parseInput } from "#app/http/forms/parse-input.server.ts";
import { page } from "#app/http/page.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ReplayForm, ReplayQuery } from "#app/schemas/replays.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import {
  cancelReplay,
  findLatestReplay,
  planReplay,
  startReplay,
} from "#app/services/replays/replays.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export const handle: PageHandle = { title: "Send again" };

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { workspace, role } = await requireMember(request, "deliveries:read");
  const query = parseInput(ReplayQuery, Object.fromEntries(new URL(request.url).searchParams));
  const [preview, replay] = await Promise.all([
    planReplay({ workspace, input: query }),
    findLatestReplay(workspace.id),
  ]);
  const platforms = adPlatforms.all().map(({ id, name }) => ({ value: id, label: name }));
  return { query, preview, replay, platforms, maySend: isAllowed(role, "deliveries:write") };
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { workspace } = await requireMember(request, "deliveries:write");
  return handleForm(request, ReplayForm, {
    start: {
      async onValid({ intent: _, ...input }) {
        try {
          await startReplay({ workspace, input });
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          return redirectWithFlash(paths.replay(input), { kind: "error", message: error.message });
        }
        return redirectWithFlash(paths.replay(), {
          kind: "success",
          message: messages.deliveries.replayStarted,
        });
      },
    },
    cancel: {
      async onValid({ replayId }) {
        await cancelReplay({ workspaceId: workspace.id, replayId });
        return redirectWithFlash(paths.replay(), {
          kind: "success",
          message: messages.deliveries.replayCancelled,
        });
      },
    },
  });
});

export const clientAction = keepPageOnError();

export default function Replay() {
  const { query, preview, replay, platforms, maySend } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Flash />
      <p className={text.small}>
        <Link to={paths.deliveries()}>Delivery log</Link>
      </p>
      <PageHeader>
        <h1>Send failed events again</h1>
      </PageHeader>
      {replay ? <ReplayProgress replay={replay} mayCancel={maySend} /> : null}
      <ReplayRange query={query} platforms={platforms} />
      {maySend ? (
        <ReplayPreview preview={preview} query={query} isRunning={replay?.state === "running"} />
      ) : null}
    </Page>
  );
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact="Failed to load the delivery log" />;
}
