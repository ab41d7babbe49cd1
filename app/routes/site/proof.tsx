import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientAction as checkOnServer } from "#app/components/forms/network-error.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { checkInBrowser } from "#app/components/proof/check-in-browser.ts";
import { ProofPanel } from "#app/components/proof/proof-panel.tsx";
import { ProofVerdict } from "#app/components/proof/proof-verdict.tsx";
import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";
import { presentProof } from "#app/presenters/proof.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { handleProofForm } from "./proof-form.server.ts";

const RFC_8785 = "https://www.rfc-editor.org/rfc/rfc8785";

/** With script, the browser checks the file; without, our server does. */
export const handle: PageHandle = { ...staticPage(sitePages.proof), isStatic: false };

export const headers = pageHeaders;

export const loader = page(anyone, async () => ({
  adPlatforms: Object.fromEntries(adPlatforms.all().map(({ id, name }) => [id, name])),
}));

export const action = page(anyone, ({ request, context }) => handleProofForm(request, context));

export async function clientAction(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return (await checkInBrowser(form).catch(() => null)) ?? checkOnServer(args);
}

export default function Proof() {
  const { adPlatforms } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const check = reply && "check" in reply ? reply.check : null;
  const entries = check?.proof ? presentProof(check.proof, (id) => adPlatforms[id] ?? id) : [];
  return (
    <PageMain
      title="Check a proof"
      lead="A proof is the signed record of a claim: what the visitor confirmed, what the owner decided, and what the ad platform answered. See here whether one is as it was signed."
    >
      {check ? <ProofVerdict check={check} entries={entries} /> : null}
      <ProofPanel />
      <Prose>
        <h2>What a proof holds</h2>
        <ul>
          <li>When the form was first opened, what was confirmed, and the consent.</li>
          <li>Each decision, with the verified amount, and each later correction.</li>
          <li>That the visitor withdrew it, or ended the sharing with ad platforms.</li>
          <li>Each attempt to send the event: its event ID, the outcome and the ad platform’s trace ID.</li>
        </ul>
        <p>
          Each step is signed with Ed25519 when it happens and names the hash of the step before it. The file
          as a whole is signed too. A single changed value makes the check fail; how the file is formatted
          does not matter.
        </p>
        <h2>Where to get one</h2>
        <p>
          Visitors download theirs on their private link, the page that appears after confirming. Owners open
          a claim and choose <b>Proof</b>, to read, print or download it.
        </p>
        <h2>How to check it without us</h2>
        <ol>
          <li>
            Save our public keys: <a href={paths.proofKeys()}>{paths.proofKeys()}</a>.
          </li>
          <li>
            Run <code>npm run verify-proof -- proof.json --keys attesto-keys.json</code> in a copy of the
            source code. It needs no network and no account.
          </li>
          <li>Or write your own check: the rules are below.</li>
        </ol>
        <h2>The rules</h2>
        <ul>
          <li>
            What is signed is JSON in the canonical form of <a href={RFC_8785}>RFC 8785</a>. Signatures are
            base64url.
          </li>
          <li>
            <code>seal</code> signs the file without the seal.
          </li>
          <li>
            The <code>signature</code> of an entry signs its <code>record</code>, and <code>previous</code> is
            the SHA-256 of what was signed of the record before it.
          </li>
          <li>
            A personal value is in the record as SHA-256 of the JSON array of salt, name and value. Salt and
            value stand beside the record.
          </li>
          <li>
            A record whose <code>format</code> ends with <code>/1</code> was signed as <code>signedText</code>{" "}
            has it. It says the same as the record.
          </li>
          <li>
            In a file whose <code>format</code> is <code>attesto-proof/1</code>, what is signed is JSON
            without spaces, in the order of the file.
          </li>
        </ul>
        <h2>What happens when somebody is erased</h2>
        <p>
          Their values and the salts are deleted. What is left are hashes that nobody can trace back to a
          person, so the record stays complete and its signatures stay valid.
        </p>
      </Prose>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
