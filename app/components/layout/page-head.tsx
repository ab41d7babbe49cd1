import { useMatches } from "@remix-run/react";
import { pageTitle } from "#app/lib/page-title.ts";
import { toImagePath } from "#app/lib/site/image-path.ts";
import type { SitePage } from "#app/lib/site/pages.ts";
import type { PageHandle } from "./page.tsx";
import { type RootData, useRootData } from "./root-data.ts";

const IMAGE = { width: 1200, height: 630 };

/** The tags of a page by its handle; those of the public site come from its entry in `sitePages`. */
export function PageHead() {
  const root = useRootData();
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const handle = handles.findLast((candidate) => candidate?.page ?? candidate?.description);
  const isUnlisted = handles.some((candidate) => candidate?.isUnlisted);
  if (!handle?.page)
    return (
      <>
        {handle?.description ? <meta name="description" content={handle.description} /> : null}
        {isUnlisted ? <meta name="robots" content="noindex" /> : null}
      </>
    );
  if (!root) return null;
  return (
    <>
      <PageTags page={handle.page} root={root} />
      {(handle.structuredData?.(root) ?? []).map((facts) => (
        <script
          key={JSON.stringify(facts)}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of JSON; `<` is escaped here
          dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll("<", "\\u003c") }}
        />
      ))}
    </>
  );
}

function PageTags({ page, root }: { page: SitePage; root: RootData }) {
  const { brandName, publicUrl } = root;
  const title = pageTitle(page.title, brandName);
  const description = page.description.replaceAll("{brand}", brandName);
  const url = publicUrl + page.path;
  return (
    <>
      <meta name="description" content={description} />
      {page.keywords.length > 0 ? <meta name="keywords" content={page.keywords.join(", ")} /> : null}
      {page.isHidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:url" content={url} />
        </>
      )}
      <meta property="og:type" content={page.ogType} />
      <meta property="og:site_name" content={brandName} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={publicUrl + toImagePath(page)} />
      <meta property="og:image:width" content={String(IMAGE.width)} />
      <meta property="og:image:height" content={String(IMAGE.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
