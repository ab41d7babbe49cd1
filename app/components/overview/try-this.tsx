import { Link } from "@remix-run/react";
import { useOwnForm } from "#app/components/layout/own-form-context.ts";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./try-this.module.css";

type TryThisProps = { tour: { provenClaim: string; received: string; network: string } };

/** In the demo: what the product can do, one link each. */
export function TryThis({ tour: { provenClaim, received, network } }: TryThisProps) {
  const { url } = useOwnForm();
  return (
    <section aria-label="Try this" className={styles.list}>
      <h2 className={text.label}>Try this</h2>{" "}
      <ul>
        <li>
          <Link to={paths.statements()}>Check claims with a statement</Link>
        </li>
        <li>
          <Link to={paths.money()}>See what campaigns earn</Link>
        </li>
        <li>
          <Link to={paths.submissionProof({ submissionId: provenClaim })}>Read a proof</Link>
        </li>
        {url === null ? null : (
          <li>
            <a href={url}>Open the visitor's page</a>
          </li>
        )}
        <li>
          <a href={network}>Report a client’s deposit as a broker</a>
        </li>
        <li>
          <a href={received}>See what the sandbox received</a>
        </li>
      </ul>
    </section>
  );
}
