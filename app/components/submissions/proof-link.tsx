import { Link } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { SealCheckIcon } from "#app/components/ui/icons.ts";
import { paths } from "#app/paths.ts";

/** Leads to the signed record of a claim. */
export function ProofLink({ submissionId }: { submissionId: string }) {
  return (
    <p>
      <Link className={buttonClass({ isSmall: true })} to={paths.submissionProof({ submissionId })}>
        <Icon of={SealCheckIcon} />
        Proof
      </Link>
    </p>
  );
}
