import type { PageHandle } from "#app/components/layout/document-title.tsx";

/** The handle of a page of administration, which does not name itself where its loader let nobody in. */
export const adminPage = (title: string): PageHandle<object> => ({
  title: (data) => (data ? title : "Page not found"),
});
