import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import scriptUrl from "#app/browser/opt-in.ts?worker&url";
import { optInCss } from "#app/components/opt-in/css.ts";
import type { FieldError } from "#app/components/opt-in/error-summary.tsx";
import { OptInForm } from "#app/components/opt-in/form.tsx";
import { OptInGone } from "#app/components/opt-in/gone.tsx";
import { OptInSlip } from "#app/components/opt-in/slip.tsx";
import { OptInThanks, type Recorded } from "#app/components/opt-in/thanks.tsx";
import { optInWords, thanksTitle } from "#app/components/opt-in/words.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";

/** What one answer of this address shows. A GET's is kept by slug, so it holds nothing of one visitor. */
export type PageData =
  | {
      view: "form";
      form: PublicForm;
      brandName: string;
      privacyHref: string | null;
      formToken: string;
      values: Record<string, string>;
      errors: FieldError[];
      notice: string | null;
    }
  | {
      view: "thanks";
      form: PublicForm;
      brandName: string;
      privacyHref: string | null;
      recorded: Recorded | null;
      privateHref: string | null;
    }
  | { view: "gone" };

export const handle = { document: "bare" };

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: titleOf(page) }];

export async function loader({ context }: LoaderFunctionArgs) {
  const answered = answers.get(context);
  if (answered) return data<PageData>(answered);
  return data<PageData>({ view: "gone" }, { status: 404 });
}

export async function action({ context }: ActionFunctionArgs) {
  const page: PageData = { view: "gone" };
  answers.set(context, page);
  return data<PageData>(page, { status: 404 });
}

export default function OptIn() {
  const loaded = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? loaded;
  return (
    <>
      <style>{optInCss}</style>
      <View page={page} />
      {page.view === "form" && <script type="module" src={scriptUrl} />}
    </>
  );
}

function View({ page }: { page: PageData }) {
  if (page.view === "form") return <OptInForm {...page} />;
  if (page.view === "thanks") return <OptInThanks {...page} />;
  return (
    <OptInSlip>
      <OptInGone />
    </OptInSlip>
  );
}

function titleOf(page: PageData | undefined): string {
  if (page?.view === "thanks") return thanksTitle(page.form);
  if (page?.view !== "form") return "Form not available";
  const hasFailed = page.errors.length > 0 || page.notice !== null;
  return `${hasFailed ? "Error: " : ""}${optInWords(page.form).title} | ${page.form.ownerName}`;
}

/** Remix gives `meta` the loader's data only: what the action answered reaches the title through the loader. */
const answers = new WeakMap<object, PageData>();
