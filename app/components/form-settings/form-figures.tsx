import { Link } from "@remix-run/react";
import text from "#app/components/ui/text.module.css";
import type { Days } from "#app/lib/periods.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { describeTruth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import type { ListedForm } from "#app/schemas/form-settings.ts";
import styles from "./form-list.module.css";

/** The last 28 days of a form, each figure a link to its claims. */
export function FormFigures({ form, days: { from, to } }: { form: ListedForm; days: Days }) {
  const { id, views, claims, truth, waiting } = form;
  const { rate, of } = describeTruth(truth);
  const toClaims = (query: Record<string, string>) => paths.submissions({ form: id, from, to, ...query });
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Views</dt>
        <dd>{formatNumber(views)}</dd>
      </div>
      <div>
        <dt>Claims</dt>
        <dd>
          <Link to={toClaims({ status: "all" })}>{formatNumber(claims)}</Link>
        </dd>
      </div>
      <div>
        <dt>Verified</dt>
        <dd>
          <Link to={toClaims({ truth: "verified" })}>{formatNumber(truth.verified)}</Link>
        </dd>
      </div>
      <div>
        <dt>Truth rate</dt>
        <dd>
          {truth.decided > 0 ? <Link to={toClaims({ truth: "decided" })}>{rate}</Link> : rate}{" "}
          <span className={text.small}>{of}</span>
        </dd>
      </div>
      {waiting > 0 ? (
        <div>
          <dt>To check</dt>
          <dd>
            <Link to={paths.submissions({ form: id, truth: "waiting" })}>{formatNumber(waiting)}</Link>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
