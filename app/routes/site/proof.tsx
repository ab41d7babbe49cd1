import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";

export const handle = staticPage(sitePages.proof);

export default function Proof() {
  return (
    <PageMain
      title="Check a proof"
      lead="Every claim has a signed record of its path: what the visitor confirmed, what the owner decided, and what the ad platform answered."
    >
      <Prose>
        <h2>What a proof holds</h2>
        <ul>
          <li>When the form was first opened, what was confirmed, and the consent.</li>
          <li>Each decision, with the verified amount, and each later correction.</li>
          <li>Each attempt to send the event: its event ID, the outcome and the ad platform’s trace ID.</li>
        </ul>
        <p>
          Each step is signed with Ed25519 when it happens and names the hash of the step before it. The file
          as a whole is signed too. A single changed character makes the check fail.
        </p>
        <h2>Where to get one</h2>
        <p>
          Visitors download theirs on their private link, the page that appears after confirming. Owners open
          a claim and choose <b>Proof</b>, to read, print or download it.
        </p>
        <h2>How to check it</h2>
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
            The file is JSON with two spaces of indentation. Its <code>seal</code> signs everything before it,
            written as JSON without spaces.
          </li>
          <li>
            The <code>signature</code> of an entry signs its <code>record</code>, written as JSON without
            spaces. Signatures are base64url.
          </li>
          <li>
            <code>previous</code> is the SHA-256 of the record before it, written the same way.
          </li>
          <li>
            A personal value is in the record as SHA-256 of the JSON array of salt, name and value. Salt and
            value stand beside the record.
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
