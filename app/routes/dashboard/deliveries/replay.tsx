import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReplayPreviewPanel, ReplayProgress } from "#app/components/deliveries/replay-panels.tsx";
import { ReplayChoice, ReplayRangePanel } from "#app/components/deliveries/replay-range.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { ReplayPageQuery } from "#app/schemas/replays.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findLatestReplay, planReplay } from "#app/services/replays/replays.server.ts";
import { handleReplayForm } from "./replay-forms.server.ts";

export const handle: PageHandle = {
  title: "Send again",
  description: "Send events again that an ad platform did not accept.",
};

export const loader = page(requireMember("deliveries:write"), async ({ request, member }) => {
  const { workspace } = member;
  const { searchParams } = new URL(request.url);
  const ids = searchParams.getAll("ids");
  const given = { ...Object.fromEntries(searchParams), ids: ids.length > 0 ? ids : undefined };
  const frame = {
    given: given as { platform?: string; from?: string; to?: string },
    replay: await findLatestReplay(workspace.id),
    timeZone: workspace.timeZone,
    platforms: adPlatforms.all().map(({ id, name }) => ({ value: id, label: name })),
  };
  try {
    const query = parseInput(ReplayPageQuery, given);
    const preview = await planReplay({ workspace, input: query });
    return data({ ...frame, plan: { query, preview }, errors: [] });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return data({ ...frame, plan: null, errors: error.errors }, { status: 400 });
  }
});

export const action = page(requireMember("deliveries:write"), async ({ request, member }) =>
  handleReplayForm(request, member),
);

export const clientAction = keepPageOnError();

export default function Replay() {
  const { given, plan, errors, replay, platforms, timeZone } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title={plan?.query.of === "neverSent" ? "Send verified claims" : "Send again"}
        parent={{ to: paths.deliveries(), label: "Delivery log" }}
      />
      {replay ? <ReplayProgress replay={replay} /> : null}
      {plan?.query.of ? (
        <ReplayChoice query={plan.query} platforms={platforms} />
      ) : (
        <ReplayRangePanel given={given} errors={errors} platforms={platforms} timeZone={timeZone} />
      )}
      {plan ? (
        <ReplayPreviewPanel
          preview={plan.preview}
          query={plan.query}
          isRunning={replay?.state === "running"}
        />
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
