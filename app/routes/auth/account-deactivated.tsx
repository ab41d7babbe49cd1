import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { PlainMessage } from "#app/components/layout/plain-message.tsx";
import { anyone, hasSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

export const handle: PageHandle = {
  title: "Account deactivated",
  description: "Nobody can sign in to this account, and its form is closed.",
  isUnlisted: true,
};

export const loader = page(anyone, async ({ request }) => ({
  hasSession: await hasSession(request),
}));

export default function AccountDeactivated() {
  return (
    <PlainMessage
      {...useLoaderData<typeof loader>()}
      title="This account is deactivated"
      sentence="Nobody can sign in to it, and its form is closed. Its data is still there: an administrator can open it again."
      way={{ to: paths.landing(), label: "Go to the start page" }}
    />
  );
}
