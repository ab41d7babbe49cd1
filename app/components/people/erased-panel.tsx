import { useRootData } from "#app/components/layout/root-data.ts";
import { JobBar } from "#app/components/ui/job-bar.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { BulkJobResponse } from "#app/schemas/bulk.ts";

/** An ad platform that has got data of a person, and how an owner removes them there. */
export type DataRecipient = { id: string; name: string; steps: string };

export const RecipientSteps = ({ recipients }: { recipients: DataRecipient[] }) => (
  <KeyValues facts={recipients.map(({ name, steps }) => ({ label: name, value: steps }))} />
);

type ErasedPanelProps = {
  recipients: DataRecipient[];
  /** What erases many claims in the background. */
  job: BulkJobResponse | null;
};

/** The steps that remain at the ad platforms after a person was erased. */
export function ErasedPanel({ recipients, job }: ErasedPanelProps) {
  const brandName = useRootData()?.brandName ?? "Attesto";
  const isRunning = job?.state === "running";
  return (
    <Panel
      title={
        isRunning
          ? `This person's data is being erased from ${brandName}`
          : `This person's data has been erased from ${brandName}`
      }
    >
      <PanelBody>
        {isRunning ? <JobBar done={job.changed + job.failed} total={job.total} /> : null}
        {job && job.failed > 0 ? (
          <p>
            {formatNumber(job.failed)} {job.failed === 1 ? "claim" : "claims"} could not be erased: an event
            was being sent. Search for the person again to erase them.
          </p>
        ) : null}
        {recipients.length === 0 ? (
          <p className={text.secondary}>Nothing about them had gone to an ad platform.</p>
        ) : (
          <>
            <p className={text.secondary}>Their data was sent to these ad platforms. Delete it there too:</p>
            <RecipientSteps recipients={recipients} />
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
