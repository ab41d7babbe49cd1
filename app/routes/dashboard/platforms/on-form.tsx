import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { PlatformHeader } from "#app/components/platforms/platform-header.tsx";
import { PlatformSettings } from "#app/components/platforms/platform-settings.tsx";
import { PlatformUse } from "#app/components/platforms/platform-use.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { platformActionFailures } from "#app/schemas/form-failures.ts";
import { messages } from "#app/schemas/messages/index.ts";

import { handlePlatformForm } from "./platform-forms.server.ts";
import { loadOnForm } from "./platform-page.server.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `${loaded.platform.name} on the form` : "Broker"),
  description: "A broker’s name, what the form asks its clients, and where it is offered.",
};

export const loader = page(requireMember("settings:read"), async ({ params, member }) =>
  loadOnForm(member, params.platformId ?? ""),
);

export const action = page(requireMember("platforms:write"), async ({ request, params, member }) => {
  const platformId = params.platformId ?? "";
  return handlePlatformForm(request, { member, platformId, here: paths.platformOnForm({ platformId }) });
});

const failures: Record<string, string> = platformActionFailures;

export const clientAction = keepPageOnError((intent) => failures[intent] ?? messages.platforms.updateFailed);

export default function PlatformOnForm() {
  const { platform, seen, currencies, currency, defaultLimit, forms, deletion, canEdit } =
    useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const main = useRef<HTMLElement>(null);
  useFormSettled((fields) => {
    // The button that had the focus is gone.
    if (fields.get("intent") === "default" && !reply) main.current?.focus({ preventScroll: true });
  });
  return (
    <Page ref={main} errors={{ except: ["update"] }}>
      <PlatformHeader platform={platform} tab="form" />
      <PlatformSettings
        key={platform.id}
        platform={platform}
        seen={seen}
        conflict={reply?.form === "update" && "conflict" in reply ? reply.conflict : undefined}
        currency={currency}
        currencies={currencies}
        defaultLimit={defaultLimit}
        canEdit={canEdit}
      />
      <PlatformUse platform={platform} forms={forms} deletion={deletion} canEdit={canEdit} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
