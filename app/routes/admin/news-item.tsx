import { useLoaderData } from "@remix-run/react";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { NewsItemFields } from "#app/components/news/news-item-fields.tsx";
import text from "#app/components/ui/text.module.css";
import { requireAdmin, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentNewsItem } from "#app/presenters/news.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NewsItemForm } from "#app/schemas/news.ts";
import { deleteOwnNews, getOwnNews, updateOwnNews } from "#app/services/news/own-news.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "News item",
  description: "A news item’s title, summary, link and category.",
};

export const loader = page(requireAdmin, async ({ params }) => {
  return { item: presentNewsItem(await getOwnNews(params.newsItemId ?? "")) };
});

export const action = page(requireAdmin, async ({ request, params, member }) => {
  const actor = toActor(member);
  const id = params.newsItemId ?? "";
  const done = (message: string) => redirectWithFlash(paths.adminNews(), { kind: "success", message });
  return handleForm(request, member, NewsItemForm, {
    save: {
      async onValid({ intent: _, ...input }) {
        await updateOwnNews({ actor, id, input });
        return done(messages.news.saved);
      },
    },
    delete: {
      async onValid() {
        await deleteOwnNews({ actor, id });
        return done(messages.news.deleted);
      },
    },
  });
});

export default function AdminNewsItem() {
  const { title, summary, url, category } = useLoaderData<typeof loader>().item;
  return (
    <Page>
      <PageHeader title={<bdi>{title}</bdi>} parent={{ to: paths.adminNews(), label: "News items" }} />
      <FormPanel<typeof NewsItemForm>
        title="Item"
        id="news-item"
        intent="save"
        defaultValue={{ title, summary: summary ?? "", url: url ?? "", category }}
        submit="Save"
        pending="Saving"
      >
        {(fields) => <NewsItemFields fields={fields} />}
      </FormPanel>
      <div>
        <ConfirmedPost
          opensAt="start"
          summary="Delete…"
          title="Delete this item?"
          intent="delete"
          label="Delete item"
          pending="Deleting"
        >
          <p className={text.secondary}>
            The item is removed from News. Notifications that were already sent remain. This can't be undone.
          </p>
        </ConfirmedPost>
      </div>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
