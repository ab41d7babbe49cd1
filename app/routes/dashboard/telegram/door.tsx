import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import {
  DoorConfirmation,
  DoorGlance,
  DoorOwnerSettings,
  DoorWords,
} from "#app/components/telegram/door-settings.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { assertAllowed, requireMember, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentDoor } from "#app/presenters/telegram-door.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type DoorChange, DoorForm } from "#app/schemas/telegram-doors.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";
import { listFormLanguages } from "#app/services/telegram/doors/form-languages.server.ts";
import { archiveDoor, getDoor, updateDoor } from "#app/services/telegram/doors/manage-doors.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { toDoorLanguages } from "./doors-page.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

const sentences = messages.telegram;

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => loaded?.door.title ?? "Door",
  description: "A private channel or group: whom the bot lets in there, and what it says to them.",
};

export const loader = page(requireMember("doors:read"), async ({ params, member }) => {
  const { workspace, role } = member;
  const [counted, platforms, languages] = await Promise.all([
    getDoor({ workspaceId: workspace.id, doorId: params.doorId ?? "" }),
    findPlatformNames(workspace.id),
    listFormLanguages(workspace.id),
  ]);
  const door = presentDoor(counted);
  return {
    door,
    platforms,
    languages: toDoorLanguages(languages, door.text),
    isOwner: isAllowed(role, "workspace:write"),
    mayWrite: isAllowed(role, "telegram:write"),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

export const action = page(requireMember("telegram:write"), async ({ request, params, member }) => {
  const { access } = member;
  const doorId = params.doorId ?? "";
  const change = async (input: DoorChange, message: string) => {
    await updateDoor({ access, doorId, input, actor: toActor(member) });
    return redirectWithFlash(paths.telegramDoor({ doorId }), { kind: "success", message });
  };
  return handleForm(request, member, DoorForm, {
    save: {
      onValid: async ({ title, text }) => change({ title, text }, sentences.doorSaved),
    },
    needs: {
      async onValid({ state, platformId }) {
        assertAllowed(member, "workspace:write");
        return change({ needs: { state, platformId } }, sentences.doorSaved);
      },
    },
    confirm: {
      async onValid() {
        assertAllowed(member, "workspace:write");
        return change({ confirm: true }, sentences.doorConfirmed);
      },
    },
    close: {
      async onValid() {
        assertAllowed(member, "workspace:write");
        await archiveDoor({ access, doorId });
        const to = paths.telegramDoors();
        return redirectWithFlash(to, { kind: "success", message: sentences.doorClosed });
      },
    },
  });
});

export default function TelegramDoorPage() {
  const { door, platforms, languages, isOwner, mayWrite, now, timeZone } = useLoaderData<typeof loader>();
  const view = { now, timeZone };
  return (
    <Page errors={{ except: ["save", "needs"] }}>
      <PageHeader
        title={<bdi>{door.title}</bdi>}
        parent={{ to: paths.telegramDoors(), label: "Telegram doors" }}
      />
      {door.problem ? <Alert tone="copper">{door.problem}</Alert> : null}
      <DoorGlance door={door} platforms={platforms} />
      {door.needs.state === "verified" ? <DoorConfirmation door={door} isOwner={isOwner} {...view} /> : null}
      {mayWrite ? <DoorWords key={`${door.id} words`} door={door} languages={languages} /> : null}
      {isOwner ? (
        <DoorOwnerSettings
          key={`${door.id} ${door.needs.state} ${door.needs.platformId}`}
          door={door}
          platforms={platforms.filter(({ id, isArchived }) => !isArchived || id === door.needs.platformId)}
        />
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
