import { useLoaderData } from "@remix-run/react";
import { MessageList } from "#app/components/admin/message-list.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { usePageLinks } from "#app/components/filters/use-query-links.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { requireAdmin, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentMessage } from "#app/presenters/admin.ts";
import { MessageForm, MessagesQuery } from "#app/schemas/admin.ts";
import { messages as sentences } from "#app/schemas/messages/index.ts";
import { countUnhandled, listMessages, markMessage } from "#app/services/admin/contact-inbox.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Messages",
  description: "What people wrote through the contact form.",
};

export const loader = page(requireAdmin, async ({ request, member }) => {
  const { workspace } = member;
  const labels = { page: "Page", view: "View" };
  const { valid, ignored } = validFilters(MessagesQuery, labels, new URL(request.url).searchParams);
  const query = MessagesQuery.parse(valid);
  const [{ contactMessages, pagination }, unhandled] = await Promise.all([
    listMessages(query),
    countUnhandled(),
  ]);
  return {
    view: query.view,
    ignored,
    unhandled,
    messages: contactMessages.map(presentMessage),
    pagination,
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

export const action = page(requireAdmin, async ({ request, member }) => {
  const actor = toActor(member);
  const { pathname, search } = new URL(request.url);
  const mark = async (messageId: string, isHandled: boolean) => {
    await markMessage({ actor, messageId, isHandled });
    const message = isHandled ? sentences.admin.messageHandled : sentences.admin.messageReopened;
    return redirectWithFlash(pathname + search, { kind: "success", message });
  };
  return handleForm(request, member, MessageForm, {
    handle: { onValid: ({ messageId }) => mark(messageId, true) },
    reopen: { onValid: ({ messageId }) => mark(messageId, false) },
  });
});

export default function Messages() {
  const { view, ignored, unhandled, messages, pagination, now, timeZone } = useLoaderData<typeof loader>();
  const toPage = usePageLinks();
  return (
    <Page errors={{ absent: ["messageId"] }}>
      <h1>Messages</h1>
      <Tabs
        label="Views"
        tabs={[
          {
            label: "Unhandled",
            to: paths.contactMessages(),
            isCurrent: view === "unhandled",
            count: unhandled,
          },
          {
            label: "Handled",
            to: paths.contactMessages({ view: "handled" }),
            isCurrent: view === "handled",
          },
        ]}
      />
      <IgnoredFilters labels={ignored} />
      {messages.length > 0 ? (
        <>
          <MessageList messages={messages} now={now} timeZone={timeZone} />
          <Pagination pagination={pagination} toPage={toPage} />
        </>
      ) : pagination.total > 0 ? (
        <PastLastPage page={pagination.page} pages={pagination.pages} toLastPage={toPage(pagination.pages)} />
      ) : (
        <EmptyState title={view === "handled" ? "Nothing was handled yet" : "Every message is handled"}>
          What visitors write on the contact page appears here, and goes to CONTACT_TO by email.
        </EmptyState>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
