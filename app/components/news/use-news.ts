import { useEffect, useState } from "react";
import { messages } from "#app/schemas/messages/index.ts";
import type { NewsResponse } from "#app/schemas/news.ts";

const EVERY_MS = 900_000;

type NewsState = { news: NewsResponse; error: string | null; isRefreshing: boolean };

async function fetchNews(query: string, signal: AbortSignal): Promise<NewsResponse> {
  const response = await fetch(`/api/news${query}`, { signal });
  if (!response.ok) throw new Error(`/api/news responded with ${response.status}`);
  return (await response.json()) as NewsResponse;
}

/**
 * Fetches the news every 15 minutes.
 * @param onStart runs as each fetch begins
 * @returns a function that ends it
 */
export function fetchRegularly(
  query: string,
  onStart: () => void,
  onNews: (news: NewsResponse) => void,
  onError: (error: unknown) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const refresh = () => {
    onStart();
    return fetchNews(query, signal).then(onNews, (error: unknown) => {
      if (!signal.aborted) onError(error);
    });
  };
  const timer = setInterval(refresh, EVERY_MS);
  return () => {
    controller.abort();
    clearInterval(timer);
  };
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
    isRefreshing: false,
  });
  useEffect(
    () =>
      fetchRegularly(
        query,
        () => setState((last) => ({ ...last, isRefreshing: true })),
        (news) => setState({ of: initial, news, error: null, isRefreshing: false }),
        (error) => {
          console.error(messages.loading.news, error);
          setState((last) => ({ ...last, of: initial, error: messages.loading.news, isRefreshing: false }));
        },
      ),
    [initial, query],
  );
  // Another page of news, or the same one loaded again.
  return state.of === initial ? state : { news: initial, error: null, isRefreshing: false };
}
