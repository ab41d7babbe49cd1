import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { type DataRecipient, RecipientSteps } from "./erased-panel.tsx";

type PersonRightsProps = {
  search: string;
  /** How many claims they have. */
  total: number;
  recipients: DataRecipient[];
  may: { export: boolean; erase: boolean };
  exportHref: string;
};

/** The rights of a person: a copy of the stored data, and its erasure. */
export function PersonRights({ search, total, recipients, may, exportHref }: PersonRightsProps) {
  const count = total === 1 ? "1 claim" : `${formatNumber(total)} claims`;
  return (
    <Panel title={`${count} from this person`}>
      <PanelBody>
        <p className={text.secondary}>
          {recipients.length === 0
            ? "Nothing about them has gone to an ad platform."
            : `Their data was sent to ${recipients.map(({ name }) => name).join(", ")}.`}
        </p>
        <div className={layout.row}>
          {may.export ? (
            <a className={buttonClass({})} href={exportHref}>
              Export as a file
            </a>
          ) : null}
          {may.erase ? (
            <ConfirmedPost
              summary="Erase this person…"
              title="Erase this person?"
              opensAt="start"
              keep="Cancel"
              intent="erase"
              label="Erase"
              pending="Erasing"
              name="search"
              value={search}
            >
              <p>
                {count} {total === 1 ? "keeps its" : "keep their"} day, broker, amount and status. The
                person's details can't be restored. Claims still to check will count as rejected, and nothing
                more is sent.
              </p>
              {recipients.length > 0 ? <RecipientSteps recipients={recipients} /> : null}
            </ConfirmedPost>
          ) : null}
        </div>
        {may.erase ? null : <p className={text.small}>Only an owner exports or erases a person.</p>}
      </PanelBody>
    </Panel>
  );
}
