import { Link, useLoaderData } from "@remix-run/react";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { NewsItemFields } from "#app/components/news/news-item-fields.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { requireAdmin, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { presentNewsItem } from "#app/presenters/news.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NewNewsItemForm } from "#app/schemas/news.ts";
import { createOwnNews, listOwnNews } from "#app/services/news/own-news.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "News items",
  description: "The news items that users read, and where they come from.",
};

export const loader = page(requireAdmin, async ({ member }) => {
  const { workspace } = member;
  const items = (await listOwnNews()).map(presentNewsItem);
  return { items, now: new Date().toISOString(), timeZone: workspace.timeZone };
});

export const action = page(requireAdmin, async ({ request, member }) => {
  const actor = toActor(member);
  return handleForm(request, member, NewNewsItemForm, {
    publish: {
      async onValid({ intent: _, ...input }) {
        await createOwnNews({ actor, input });
        return redirectWithFlash(paths.adminNews(), { kind: "success", message: messages.news.published });
      },
    },
  });
});

export default function AdminNews() {
  const { items, now, timeZone } = useLoaderData<typeof loader>();
  return (
    <Page>
      <h1>News items</h1>
      <div className={layout.columns}>
        <FormPanel<typeof NewNewsItemForm>
          key={items.length}
          title="New item"
          id="news-item"
          intent="publish"
          defaultValue={{ category: "Product" }}
          submit="Publish"
          pending="Publishing"
        >
          {(fields) => (
            <>
              <NewsItemFields fields={fields} />
              <p className={text.small}>
                All users see it under News. Users who have turned on product news are notified.
              </p>
            </>
          )}
        </FormPanel>
        {items.length === 0 ? (
          <EmptyState title="No items of your own">What you publish is listed here.</EmptyState>
        ) : (
          <Panel title="Published">
            <Rows isWrapping>
              {items.map(({ id, title, category, publishedAt }) => (
                <li key={id}>
                  <div>
                    <Link to={paths.adminNewsItem({ newsItemId: id })}>
                      <bdi>{title}</bdi>
                    </Link>
                    <p className={text.small}>
                      {category} ·{" "}
                      {publishedAt === null ? "undated" : day({ at: publishedAt, timeZone, now })}
                    </p>
                  </div>
                </li>
              ))}
            </Rows>
          </Panel>
        )}
      </div>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
