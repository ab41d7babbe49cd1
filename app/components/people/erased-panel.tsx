import { useRootData } from "#app/components/layout/root-data.ts";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";

/** An ad platform that has got data of a person, and how an owner removes them there. */
export type Recipient = { id: string; name: string; steps: string };

export const RecipientSteps = ({ recipients }: { recipients: Recipient[] }) => (
  <KeyValues facts={recipients.map(({ name, steps }) => ({ label: name, value: steps }))} />
);

/** What remains to be done elsewhere after a person was erased here. */
export function ErasedPanel({ recipients }: { recipients: Recipient[] }) {
  const brandName = useRootData()?.brandName ?? "Attesto";
  return (
    <Panel title={`This person's data has been erased from ${brandName}`}>
      <PanelBody>
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
