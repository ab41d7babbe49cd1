import clsx from "clsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import { Band, BandLead } from "./band.tsx";
import styles from "./pricing-band.module.css";

/** The price in one line, and the ways on. */
export function PricingBand() {
  return (
    <Band>
      <h2>Start free, pay in EUR when it grows</h2>
      <BandLead>
        The free plan delivers 100 verified claims a month. Paid plans have one monthly price, with no hidden
        fees. An upgrade takes effect right away, a downgrade with the next billing cycle.
      </BandLead>
      <p className={clsx(layout.row, styles.actions)}>
        <ButtonLink to={paths.pricing()}>Compare the plans</ButtonLink>
        <ButtonLink to={paths.hireUs()}>Have us set it up</ButtonLink>
      </p>
    </Band>
  );
}
