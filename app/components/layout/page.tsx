import clsx from "clsx";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import type { SitePage } from "#app/lib/site/pages.ts";
import type { SiteFacts } from "#app/lib/site/structured-data.ts";
import { Flash } from "./flash.tsx";
import styles from "./page.module.css";

/** A route's `handle`. `Data` is what its loader returns. */
export type PageHandle<Data = never> = {
  /** A page of the public site: its title, description and social tags. */
  page?: SitePage;
  /** Facts for search engines, as schema.org names them. */
  structuredData?: (site: SiteFacts) => object[];
  /** Works whole without script, and so gets none of ours. */
  isStatic?: boolean;
  /** The page's name, to which the brand is added. */
  title?: string | ((data: Data | undefined) => string);
  documentTitle?: (data: Data | undefined) => string;
  /** The whole CSS of a page with neither our style sheet nor our script. */
  documentCss?: string;
};

type MainProps = ComponentPropsWithoutRef<"main">;

/** The content of a page: what the skip link leads to. */
export const Main = forwardRef<HTMLElement, MainProps>(function Main({ className, ...rest }, ref) {
  return <main id="main" tabIndex={-1} className={clsx(styles.page, className)} ref={ref} {...rest} />;
});

/** The content of a page, with the message of the last action on top. */
export const Page = forwardRef<HTMLElement, MainProps>(function Page({ children, ...rest }, ref) {
  return (
    <Main ref={ref} {...rest}>
      <Flash />
      {children}
    </Main>
  );
});

export function PageHeader({ children }: { children: React.ReactNode }) {
  return <div className={styles.header}>{children}</div>;
}
