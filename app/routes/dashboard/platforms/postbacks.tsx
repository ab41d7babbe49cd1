import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isFormReply, useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { LinkWays } from "#app/components/platforms/link-ways.tsx";
import { PlatformHeader } from "#app/components/platforms/platform-header.tsx";
import { PostbackAddressPanel } from "#app/components/postbacks/postback-address.tsx";
import { PostbackLogPanel } from "#app/components/postbacks/postback-log.tsx";
import { PostbackProofPanel } from "#app/components/postbacks/postback-proof.tsx";
import { PostbackReadingPanel } from "#app/components/postbacks/postback-reading.tsx";
import { useRefresh } from "#app/components/ui/use-refresh.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PostbackForm } from "#app/schemas/postbacks.ts";
import {
  findPostbackAddress,
  rotatePostbackAddress,
  savePostbackAddress,
} from "#app/services/postbacks/manage-postbacks.server.ts";
import { loadPostbacks, toProofInput, toReadingInput } from "./postbacks-page.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `Postbacks of ${loaded.platform.name}` : "Links and postbacks"),
  description: "Where a broker calls back, how its calls are read, and what it called.",
};

export const loader = page(requireMember("brokers:read"), async ({ request, params, member }) =>
  loadPostbacks(member, params.platformId ?? "", new URL(request.url).searchParams),
);

export const action = page(requireMember("brokers:write"), async ({ request, params, member }) => {
  const platformId = params.platformId ?? "";
  const broker = { access: member.access, platformId };
  const done = (message: string) =>
    redirectWithFlash(paths.platformPostbacks({ platformId }), { kind: "success", message });
  return handleForm(request, member, PostbackForm, {
    make: {
      async onValid({ system }) {
        await savePostbackAddress({ ...broker, input: { system } });
        return done(messages.postbacks.created);
      },
    },
    reading: {
      async onValid(form) {
        await savePostbackAddress({ ...broker, input: toReadingInput(form) });
        return done(messages.postbacks.saved);
      },
    },
    proof: {
      hide: ["value"],
      async onValid(form) {
        const place = { workspaceId: member.workspace.id, platformId };
        const input = toProofInput(form, await findPostbackAddress(place));
        await savePostbackAddress({ ...broker, input });
        return done(messages.postbacks.saved);
      },
    },
    rotate: {
      async onValid() {
        await rotatePostbackAddress(broker);
        return done(messages.postbacks.rotated);
      },
    },
  });
});

export default function PlatformPostbacks() {
  const loaded = useLoaderData<typeof loader>();
  const { platform, settings, canEdit, now, timeZone } = loaded;
  const times = { now, timeZone };
  const isRefused = isFormReply(useFormReply<unknown>());
  // Until the first call has come and been read. A refused form would lose what is wrong with it.
  useRefresh(
    settings.address !== null && !isRefused && !loaded.postbacks.some(({ outcome }) => outcome !== "waiting"),
  );
  return (
    <Page errors={{ except: ["reading", "proof"] }}>
      <PlatformHeader platform={platform} tab="links" />
      <LinkWays platformId={platform.id} current="postbacks" />
      <PostbackAddressPanel
        key={platform.id}
        address={settings.address}
        system={settings.system}
        previousUntil={settings.previousUntil}
        memberLeftAt={loaded.memberLeftAt}
        canEdit={canEdit}
        {...times}
      />
      {settings.address || loaded.postbacks.length > 0 ? (
        <PostbackLogPanel
          platformId={platform.id}
          postbacks={loaded.postbacks}
          nextCursor={loaded.nextCursor}
          cursor={loaded.cursor}
          refused={loaded.refused}
          {...times}
        />
      ) : null}
      {settings.address ? (
        <PostbackReadingPanel
          settings={settings}
          parameters={loaded.parameters}
          words={loaded.words}
          currencies={loaded.currencies}
        />
      ) : null}
      {settings.address ? <PostbackProofPanel settings={settings} isOwner={loaded.isOwner} /> : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
