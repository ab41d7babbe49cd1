import clsx from "clsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./hero.module.css";
import { ProofSlip } from "./proof-slip.tsx";

type HeroProps = { brandName: string; exampleForm: { slug: string } | null };

/** The top of the landing page: what the product does, and an example of what comes of it. */
export function Hero({ brandName, exampleForm }: HeroProps) {
  return (
    <div className={clsx(layout.container, styles.hero)}>
      <div>
        <h1>Only send your ads what’s true.</h1>
        <p className={styles.lead}>
          Your visitors confirm their deposit. You check it against the broker. {brandName} sends the true
          ones to Meta’s Conversions API as server-side events: in time, once, with proof.
        </p>
        <p className={styles.actions}>
          <ButtonLink kind="attest" to={paths.signup()}>
            Create your account
          </ButtonLink>
          {exampleForm ? (
            <ButtonLink to={paths.optIn(exampleForm)} reloadDocument>
              Try the form
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.pricing()}>See the prices</ButtonLink>
          )}
        </p>
        <p className={text.small}>
          Free to start. Ready in 15 to 30 minutes if you have a Meta pixel. Prices in EUR, no hidden fees.
        </p>
      </div>
      <ProofSlip adPlatform="Meta" />
    </div>
  );
}
