import { useLoaderData } from "@remix-run/react";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { usePageAccess } from "#app/components/layout/page-access.ts";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { DoorList } from "#app/components/telegram/door-list.tsx";
import { DuePeople } from "#app/components/telegram/due-people.tsx";
import { NewDoor } from "#app/components/telegram/new-door.tsx";
import { TelegramTabs } from "#app/components/telegram/telegram-tabs.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { assertAllowed, requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { DoorsForm } from "#app/schemas/telegram-doors.ts";
import { decideEntry, type EntryDecision } from "#app/services/telegram/doors/decide-entry.server.ts";
import { createDoor } from "#app/services/telegram/doors/manage-doors.server.ts";
import { describeDecision } from "./describe-decision.server.ts";
import { loadDoorsPage } from "./doors-page.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Telegram doors",
  description: "Private channels and groups that the bot lets people into, and who waits there.",
};

export const loader = page(requireMember("doors:read"), async ({ request, member }) =>
  loadDoorsPage(member, new URL(request.url).searchParams),
);

export const action = page(requireMember("doors:read"), async ({ request, member }) => {
  const { access } = member;
  const decide = (decision: EntryDecision) => ({
    async onValid({ entryId }: { entryId: string }) {
      assertAllowed(member, "doors:decide");
      const entry = await decideEntry({ access, entryId, decision }).catch((error: unknown) => {
        if (error instanceof NotFound) return null;
        throw error;
      });
      return redirectWithFlash(paths.telegramDoors(), describeDecision(decision, entry));
    },
  });
  return handleForm(request, member, DoorsForm, {
    create: {
      failed: messages.telegram.doorNotMade,
      async onValid({ chatId, title, state, platformId, text }) {
        assertAllowed(member, "workspace:write");
        const input = { chatId, title, text, needs: { state, platformId } };
        const { id } = await createDoor({ access, input });
        const to = paths.telegramDoor({ doorId: id });
        return redirectWithFlash(to, { kind: "success", message: messages.telegram.doorMade });
      },
    },
    open: decide("open"),
    keep: decide("keep"),
    remove: decide("remove"),
  });
});

export default function TelegramDoors() {
  const { ignored, hasBot, doors, people, pagination, platforms, languages, isOwner, ...loaded } =
    useLoaderData<typeof loader>();
  const { mayRead } = usePageAccess();
  return (
    <Page errors={{ except: ["create"] }}>
      <SectionHeader of={mayRead.includes("connections:read") ? "adPlatforms" : "claims"} />
      <TelegramTabs tab="doors" due={pagination.total} />
      <IgnoredFilters labels={ignored} />
      {people.length > 0 ? <DuePeople people={people} pagination={pagination} {...loaded} /> : null}
      {hasBot ? (
        <>
          <DoorList doors={doors} platforms={platforms} />
          {isOwner ? (
            <NewDoor
              platforms={platforms.filter(({ isArchived }) => !isArchived)}
              languages={languages}
              isFirst={doors.length === 0}
            />
          ) : (
            <p>Only owners add and close doors.</p>
          )}
        </>
      ) : (
        <EmptyState
          title="No bot is connected"
          actions={isOwner ? <ButtonLink to={paths.telegram()}>Connect a bot</ButtonLink> : null}
        >
          A bot opens private channels and groups to people who made a claim. It opens to nobody else.
        </EmptyState>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
