import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { SealCheckIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";

type SubmissionLinksProps = { submission: SubmissionResponse; mayCorrect: boolean };

/** Leads to the signed record of a claim, to where a verified amount is corrected and to its events in the log. */
export function SubmissionLinks({ submission, mayCorrect }: SubmissionLinksProps) {
  const { _id: submissionId, status, deliveries } = submission;
  return (
    <p className={layout.row}>
      <Link className={buttonClass({ isSmall: true })} to={paths.submissionProof({ submissionId })}>
        <Icon of={SealCheckIcon} />
        Proof
      </Link>{" "}
      {status === "handled" && mayCorrect ? (
        <Link className={buttonClass({ isSmall: true })} to={paths.correction({ submissionId })}>
          Correct the amount
        </Link>
      ) : null}
      {deliveries.map(({ id, platformName }) => (
        <Fragment key={id}>
          {" "}
          <Link className={buttonClass({ isSmall: true })} to={paths.delivery({ deliveryId: id })}>
            Event to {platformName}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
