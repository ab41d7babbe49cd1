import { useLoaderData } from "@remix-run/react";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { SamplesAlert } from "#app/components/overview/sample-overview.tsx";
import { LazySheet } from "#app/components/submissions/lazy-sheet.tsx";
import { ReviewKeys } from "#app/components/submissions/review-keys.tsx";
import { SubmissionsLayout } from "#app/components/submissions/submissions-layout.tsx";
import { SubmissionsTable } from "#app/components/submissions/submissions-table.tsx";
import { DecisionFlash } from "#app/components/submissions/undo-decision.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handleSampleForm, loadSamplesPage } from "./samples-page.server.ts";

export const handle: PageHandle = {
  title: "Sample claims",
  description: "Made-up claims to try the desk with. They count nowhere and are never sent.",
};

export const loader = page(requireMember("submissions:read"), async ({ request, member }) =>
  loadSamplesPage(request, member),
);

export const clientAction = keepPageOnError(() => messages.submissions.updateFailed);

export const action = page(requireMember("submissions:write"), async ({ request, member }) =>
  handleSampleForm(request, member),
);

export default function Samples() {
  const { now, timeZone, userId, samples, sort, open, may, ...page } = useLoaderData<typeof loader>();
  const lastResult = useFormReply<typeof action>();
  const address = useQueryLinks();
  const view = { now, timeZone, userId };
  const toSheet = (id: string | null) => id && address({ open: id });
  return (
    <ReviewKeys isOn={page.preferences.hasKeys}>
      <SubmissionsLayout
        sheet={
          open ? (
            <LazySheet
              isSample
              submission={open.submission}
              view={view}
              phone={open.phone}
              position={open.position}
              next={open.nextToCheck === null ? null : { id: open.nextToCheck, page: 1 }}
              at={null}
              links={{
                previous: toSheet(open.previous),
                next: toSheet(open.next),
                close: address({ open: null }),
              }}
              currencies={page.currencies}
              connectedPlatforms={[]}
              destinations={[]}
              commissionBasis={null}
              hints={[]}
              may={may}
              lastResult={lastResult}
              notice={<DecisionFlash />}
            />
          ) : null
        }
      >
        {open ? null : <DecisionFlash />}
        <PageHeader title="Sample claims" parent={{ to: paths.overview(), label: "Overview" }} />
        <SamplesAlert />
        <SubmissionsTable
          canSelect={false}
          columns={page.preferences.columns}
          submissions={samples}
          sort={sort}
          view={view}
          openId={open?.submission._id ?? null}
          address={address}
        />
      </SubmissionsLayout>
    </ReviewKeys>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
