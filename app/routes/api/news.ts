import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentNews } from "#app/presenters/news.ts";
import { NewsQuery, NewsResponse } from "#app/schemas/news.ts";
import { listNews } from "#app/services/news/list-news.server.ts";

const handle = endpoint(
  get({
    path: "/api/news",
    summary: "News of the product and of the configured feeds, the newest first",
    description:
      "The list is refreshed in the background. Items whose date is missing or unreadable come last.",
    auth: "user",
    query: NewsQuery,
    response: NewsResponse,
    run: async ({ query }) => presentNews(await listNews(query)),
  }),
);

export const loader = handle;
export const action = handle;
