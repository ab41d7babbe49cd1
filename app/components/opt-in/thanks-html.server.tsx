import { renderToStaticMarkup } from "react-dom/server";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { PageLanguage } from "./language.tsx";
import { ThanksSlots } from "./thanks.tsx";

/** The thank-you view as text for the page's data block. Text browsers would read a `<template>` out. */
export function thanksHtml(form: PublicForm): string {
  return renderToStaticMarkup(
    <PageLanguage.Provider value={form.language}>
      <ThanksSlots form={form} />
    </PageLanguage.Provider>,
  );
}
