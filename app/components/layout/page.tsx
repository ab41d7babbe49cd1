import { Link } from "@remix-run/react";
import clsx from "clsx";
import { type ComponentProps, type ComponentPropsWithoutRef, forwardRef } from "react";
import { PageErrors } from "#app/components/forms/error-summary.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import type { Language } from "#app/lib/languages.ts";
import type { SitePage } from "#app/lib/site/pages.ts";
import type { SiteFacts } from "#app/lib/site/structured-data.ts";
import { FlashNote } from "./flash.tsx";
import styles from "./page.module.css";

/** A route's `handle`. `Data` is what its loader returns. */
export type PageHandle<Data = never> = {
  /** A page of the public site: its title, description and social tags. */
  page?: SitePage;
  /** Facts for search engines, as schema.org names them. */
  structuredData?: (site: SiteFacts) => object[];
  /** Works whole without script, and so gets none of ours. */
  isStatic?: boolean;
  /** Search engines do not list it. */
  isUnlisted?: boolean;
  /** The page's name, to which the brand is added. */
  title?: string | ((data: Data | undefined) => string);
  /** @param reply the action's, which a page may show in place of its data */
  documentTitle?: (data: Data | undefined, reply: Data | undefined) => string;
  /** The same for a form that was refused, where it is not in English. */
  refusedTitle?: (data: Data | undefined, reply: Data | undefined) => string;
  /** Of a public page; the others are in English. */
  documentLanguage?: (data: Data | undefined, reply: Data | undefined) => Language | undefined;
  /** The title and description of a page outside the public site. */
  description?: string;
  /** The whole CSS of a page with neither our style sheet nor our script. */
  documentCss?: string;
};

type MainProps = ComponentPropsWithoutRef<"main">;

/** The content of a page: what the skip link leads to. */
export const Main = forwardRef<HTMLElement, MainProps>(function Main({ className, ...rest }, ref) {
  return <main id="main" tabIndex={-1} className={clsx(styles.page, className)} ref={ref} {...rest} />;
});

type LastActionProps = {
  /** The message stays on the page. */
  isNote?: boolean;
  /** Errors of the page's forms without fields. Forms with fields show their own. */
  errors?: ComponentProps<typeof PageErrors>;
};

/** The result of the page's last form, on top of the page. */
export function LastAction({ isNote, errors }: LastActionProps) {
  return (
    <>
      <FlashNote isNote={isNote} />
      {errors ? <PageErrors {...errors} /> : null}
    </>
  );
}

/** The content of a page, with the result of the last action on top. */
export const Page = forwardRef<HTMLElement, MainProps & Pick<LastActionProps, "errors">>(function Page(
  { errors, children, ...rest },
  ref,
) {
  return (
    <Main ref={ref} {...rest}>
      <LastAction errors={errors} />
      {children}
    </Main>
  );
});

type PageHeaderProps = {
  title: React.ReactNode;
  /** The page above this one. */
  parent?: { to: string; label: string };
  /** A small link beside the title. */
  link?: { to: string; label: string };
  /** At the end of the line. */
  actions?: React.ReactNode;
  /** Beside the title. */
  children?: React.ReactNode;
};

export function PageHeader({ title, parent, link, actions, children }: PageHeaderProps) {
  return (
    <>
      {parent ? (
        <p className={text.small}>
          <Link to={parent.to}>{parent.label}</Link>
        </p>
      ) : null}
      <div className={styles.header}>
        <h1>{title}</h1>
        {link ? (
          <Link className={text.small} to={link.to}>
            {link.label}
          </Link>
        ) : null}{" "}
        {children}
        {actions ? <span className={layout.spacer} /> : null}
        {actions}
      </div>
    </>
  );
}
