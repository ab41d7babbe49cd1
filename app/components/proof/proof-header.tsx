import { Link } from "@remix-run/react";
import { PageHeader } from "#app/components/layout/page.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { DownloadSimpleIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { PrintButton } from "./print-button.tsx";
import styles from "./proof-header.module.css";

type ProofHeaderProps = { submissionId: string; keysUrl: string; timeZone: string };

/** The claim of a proof, how to check it, and how to keep it. */
export function ProofHeader({ submissionId, keysUrl, timeZone }: ProofHeaderProps) {
  return (
    <>
      <p className={styles.back}>
        <Link to={paths.submission({ submissionId })}>← Back to claim</Link>
      </p>
      <PageHeader title="Proof">
        <div className={styles.actions}>
          <PrintButton />
          <a className={buttonClass({ kind: "primary" })} href={paths.proofFile({ submissionId })}>
            <Icon of={DownloadSimpleIcon} />
            Download the file
          </a>
        </div>
      </PageHeader>
      <p>
        Each step is signed and names the step before it. Changing, removing or adding a step breaks the
        record. <a href={paths.proof()}>Check the file</a>
      </p>
      <p className={text.small}>
        Claim <span className={text.code}>{submissionId}</span>, times in {timeZone}. Public keys:{" "}
        <a className={text.code} href={paths.proofKeys()}>
          {keysUrl}
        </a>
      </p>
    </>
  );
}
