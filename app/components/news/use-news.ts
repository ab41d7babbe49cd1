import { useEffect, useState } from "react";
import { messages } from "#app/schemas/messages/index.ts";
import type { NewsResponse } from "#app/schemas/news.ts";

const EVERY_MS = 900_000;

type NewsState = { news: NewsResponse; error: string | null };

async function fetchNews(query: string, signal: AbortSignal): Promise<NewsResponse> {
  const response = await fetch(`/api/news${query}`, { signal });
  if (!response.ok) throw new Error(`/api/news responded with ${response.status}`);
  return (await response.json()) as NewsResponse;
}

/**
 * The news of the page, fetched again every 15 minutes while the page is open. If that fails, the last ones
 * stay and the error is shown beside them.
 * @param query the filters, as in the address of the page
 */
export function useNews(initial: NewsResponse, query = ""): NewsState {
  const [state, setState] = useState<NewsState & { of: NewsResponse }>({
    of: initial,
    news: initial,
    error: null,
  });
  useEffect(() => {
    const controller = new AbortController();
    const refresh = () =>
      fetchNews(query, controller.signal).then(
        (news) => setState({ of: initial, news, error: null }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          console.error(messages.news.loadFailed, error);
          setState((last) => ({ ...last, of: initial, error: messages.news.loadFailed }));
        },
      );
    const timer = setInterval(refresh, EVERY_MS);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [initial, query]);
  // Another page of news, or the same one loaded again.
  return state.of === initial ? state : { news: initial, error: null };
}
