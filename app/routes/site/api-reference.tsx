import { useLoaderData } from "@remix-run/react";
import { ApiGroups } from "#app/components/site/api-groups.tsx";
import { FactsTable } from "#app/components/site/facts-table.tsx";
import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { config } from "#app/env.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { type OpenApiDocument, presentApiReference } from "#app/lib/site/api-reference.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { getApiDocument } from "#app/routes/operations.server.ts";

export const handle = staticPage(sitePages.apiReference);

export const loader = page(anyone, async () => ({
  base: config.publicUrl,
  groups: presentApiReference(getApiDocument() as OpenApiDocument),
}));

const COMMON_ERRORS = [
  ["400", "Something in the request is wrong: errors names each field with its message"],
  ["401", "There is no credential, or it is not valid any more"],
  [
    "403",
    "The credential isn't allowed to make this call: code says whether its scope or its role is missing",
  ],
  ["404", "There is no such thing, or it is not yours"],
  ["405", "Method not allowed; see the Allow header"],
  ["409", "The request contradicts what is there: code says how"],
  ["413, 415, 431", "The body is too large, of another type, or the headers are too large"],
  ["429", "Too many requests: wait as long as Retry-After says"],
  ["500", "Our fault, and in our log under the requestId"],
  ["502", "An ad platform or provider did not answer as it should"],
  ["503", "We are busy, nothing was stored: repeat the request after Retry-After"],
];

export default function ApiReference() {
  const { base, groups } = useLoaderData<typeof loader>();
  return (
    <PageMain
      title="API reference"
      lead="Send claims from your own form, decide them, and follow each delivery."
    >
      <ApiGroups groups={groups}>
        <Prose>
          <h2>Basics</h2>
          <p>
            All calls are under <code>{base}/api</code>. They take and return JSON in UTF-8, times in UTC, and
            amounts as decimal strings. The same calls as a file:{" "}
            <a href="/api/openapi.json">OpenAPI 3.1 document</a>.
          </p>
          <h2>Credentials</h2>
          <p>
            Create a key in your settings, under API keys. Choose the scopes that your program needs; each
            call below names its own. Send the key in the <code>Authorization</code> header:{" "}
            <code>Bearer</code>, a space, the key. Keep it on your server: anyone who has it can act as you.
          </p>
          <p>
            The headers <code>X-Device-Id</code> and <code>X-Device-Fingerprint</code> are read where they are
            present, and kept with sign-ins and claims.
          </p>
          <h2>Retrying safely</h2>
          <p>
            Send an <code>Idempotency-Key</code> header with each claim, and the same key when you repeat the
            request. You get the same response, and the claim is stored once.
          </p>
          <h2>Following changes</h2>
          <p>
            Ask the lists of claims and of deliveries with <code>updatedSince</code>, then with the{" "}
            <code>cursor</code> of each response: you get what has changed, in order, and miss nothing that
            changes meanwhile.
          </p>
          <h2>Errors</h2>
          <p>
            An error has a sentence for people in <code>error</code>, a stable <code>code</code> for programs,
            and a <code>requestId</code> you can quote to support.
          </p>
          <FactsTable caption="Errors" heads={["Status", "What it means"]} rows={COMMON_ERRORS} />
          <h2>Limits</h2>
          <p>
            The <code>RateLimit</code> header of each response says how many requests are left, and for how
            many seconds.
          </p>
        </Prose>
      </ApiGroups>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
