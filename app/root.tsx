import latinFont from "@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url";
import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { applyStoredTheme } from "#app/browser/theme.ts";
import { PageTokenProvider } from "#app/components/forms/page-token.ts";
import { ActionReplies, DocumentTitle } from "#app/components/layout/document-title.tsx";
import { KeepPageOnFailedLoad } from "#app/components/layout/keep-page-on-failed-load.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { PageHead } from "#app/components/layout/page-head.tsx";
import { PendingNavigation } from "#app/components/layout/pending-navigation.tsx";
import { type RootData, useRootData } from "#app/components/layout/root-data.ts";
import { RouteAnnouncer } from "#app/components/layout/route-announcer.tsx";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { LazyToaster } from "#app/components/ui/lazy-toaster.tsx";
import { SkipLink } from "#app/components/ui/skip-link.tsx";
import { config } from "#app/env.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { readFlash } from "#app/http/cookies/flash.server.ts";
import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { createPageToken } from "#app/http/forms/page-token.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { FIRST_LANGUAGE, type Language, languageFacts } from "#app/lib/languages.ts";
import stylesheet from "#app/styles/app.css?url";

export const links: LinksFunction = () => [
  { rel: "preload", href: latinFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const loader = page(anyone, async ({ request, context }: LoaderFunctionArgs) => {
  const { flash, headers } = await readFlash(request);
  const root: RootData = {
    theme: await themeCookie.parse(request.headers.get("cookie")),
    nonce: context.nonce,
    requestId: context.requestId,
    year: new Date().getUTCFullYear(),
    brandName: config.brandName,
    publicUrl: config.publicUrl,
    showsClaimedRating: config.showsClaimedRating,
    flash,
    pageToken: await createPageToken(request),
    debugLogs: config.debugLogs.join(" "),
  };
  return data(root, { headers });
});

export const headers = pageHeaders;

const useHandles = () => useMatches().map(({ handle }) => handle as PageHandle | undefined);

/** The whole CSS of a page that brings its own script too: it gets neither style sheet nor script of ours. */
function useOwnCss(): string | undefined {
  return useHandles().find((handle) => handle?.documentCss !== undefined)?.documentCss;
}

function useDocumentLanguage(): Language {
  const replies = useContext(ActionReplies);
  const languages = useMatches().map(({ id, handle, data }) =>
    (handle as PageHandle | undefined)?.documentLanguage?.(data as never, replies[id] as never),
  );
  return languages.find((language) => language !== undefined) ?? FIRST_LANGUAGE;
}

/** Whether the document has no script. False in the browser, where an earlier page has loaded it. */
function useStatic(): boolean {
  const isStatic = useHandles().some((handle) => handle?.isStatic);
  return import.meta.env.SSR && isStatic;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRootData();
  const ownCss = useOwnCss();
  const { locale, isRightToLeft } = languageFacts(useDocumentLanguage());
  const isStatic = useStatic();
  const start = (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <DocumentTitle />
      <PageHead />
      <Meta />
    </>
  );
  if (ownCss !== undefined) {
    return (
      <html lang={locale} dir={isRightToLeft ? "rtl" : undefined}>
        <head>
          {start}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, and the policy names its hash */}
          <style dangerouslySetInnerHTML={{ __html: ownCss }} />
        </head>
        <body>{children}</body>
      </html>
    );
  }
  return (
    <html lang="en-US" className={root?.theme ?? "dark"} data-debug={root?.debugLogs || undefined}>
      <head>
        {start}
        {/* Before those of the routes: it puts the layers in order. */}
        <link rel="stylesheet" href={stylesheet} />
        <Links />
      </head>
      <body>
        <SkipLink />
        {children}
        {isStatic ? null : (
          <>
            <PendingNavigation />
            <KeepPageOnFailedLoad />
            <RouteAnnouncer />
            <LazyToaster />
          </>
        )}
        {root && !isStatic ? (
          <>
            <ScrollRestoration nonce={root.nonce} />
            <Scripts nonce={root.nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  const root = useRootData();
  const isThemeChosen = root?.theme != null;
  useEffect(() => {
    if (!isThemeChosen) applyStoredTheme();
  }, [isThemeChosen]);
  return (
    <PageTokenProvider value={root?.pageToken ?? null}>
      <Outlet />
    </PageTokenProvider>
  );
}

/** Needs no loader data, which may be what failed. Then there is no nonce and no script either. */
export function ErrorBoundary() {
  return <RouteErrorBoundary />;
}
