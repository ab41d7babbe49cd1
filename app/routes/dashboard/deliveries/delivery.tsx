import { useLoaderData } from "@remix-run/react";
import { DeliveryAttempts } from "#app/components/deliveries/delivery-attempts.tsx";
import { DeliveryPanel } from "#app/components/deliveries/delivery-panel.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentLoggedDelivery } from "#app/presenters/delivery.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getDelivery } from "#app/services/deliveries/list-deliveries.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleResendForm } from "./resend-form.server.ts";

export const handle: PageHandle = {
  title: "Delivery",
  description: "An event’s attempts, what was sent and what the ad platform answered.",
};

export const loader = page(requireMember("deliveries:read"), async ({ params, member }) => {
  const { workspace, role } = member;
  const delivery = await getDelivery({ workspaceId: workspace.id, deliveryId: params.deliveryId ?? "" });
  const now = new Date();
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    delivery: presentLoggedDelivery(delivery, adPlatformName),
    claim: { email: delivery.submission.email, formId: delivery.submission.formId },
    canResend:
      isAllowed(role, "deliveries:write") && delivery.state === "failed" && delivery.sendBefore > now,
  };
});

export const action = page(requireMember("deliveries:write"), async ({ request, params, member }) => {
  return handleResendForm(request, member, params.deliveryId ?? "");
});

export const clientAction = keepPageOnError();

export default function Delivery() {
  const { delivery, claim, canResend, ...view } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title={`Event to ${delivery.platformName}`}
        parent={{ to: paths.deliveries(), label: "Delivery log" }}
      />
      <DeliveryPanel delivery={delivery} claim={claim} canResend={canResend} view={view} />
      <DeliveryAttempts delivery={delivery} view={view} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
