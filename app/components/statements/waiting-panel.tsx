import { Link } from "@remix-run/react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Key } from "#app/components/submissions/review-keys.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { clockTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { claims, type StatementView } from "./statement-state.ts";

/** A decision that can be undone. */
export type Waiting = { jobId: string; status: string; total: number; until: string };
type WaitingPanelProps = {
  waiting: Waiting[];
  /** What an undo has left as it is. */
  kept: { claims: { id: string; email: string }[]; count: number } | null;
  canDecide: boolean;
  view: StatementView;
};

/** The decisions of the last ten minutes: how to take them back, or send them at once. */
export function WaitingPanel({ waiting, kept, canDecide, view }: WaitingPanelProps) {
  const [last] = waiting;
  if (!last && !kept) return null;
  const total = waiting.reduce((sum, one) => sum + one.total, 0);
  return (
    <Panel title="Decided">
      <PanelBody>
        {kept ? <Kept {...kept} /> : null}
        {last ? (
          <p>
            {waiting.length === 1
              ? `${describe(last)}. You can undo it until ${clockTime({ at: last.until, ...view })}.`
              : `${claims(total)} in ${waiting.length} decisions. You can undo the last until ${clockTime({ at: last.until, ...view })}.`}
          </p>
        ) : null}
        {last && canDecide ? (
          <div className={layout.row}>
            <UndoForm jobs={[last]} shortcut="u">
              {waiting.length === 1 ? "Undo" : `Undo the last: ${claims(last.total)}`}
            </UndoForm>
            {waiting.length > 1 ? (
              <UndoForm jobs={waiting}>{`Undo all ${waiting.length} decisions`}</UndoForm>
            ) : null}
            {waiting.some(({ status }) => status === "handled") ? (
              <PostForm intent="sendNow">
                <SubmitButton isSmall pending="Sending">
                  Send now
                </SubmitButton>
              </PostForm>
            ) : null}
          </div>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

const describe = ({ status, total }: Waiting) =>
  `${claims(total)} ${status === "handled" ? "verified" : "rejected"}`;

type UndoFormProps = { jobs: Waiting[]; shortcut?: string; children: string };

function UndoForm({ jobs, shortcut, children }: UndoFormProps) {
  return (
    <PostForm intent="undo" preventScrollReset>
      {jobs.map(({ jobId }) => (
        <input key={jobId} type="hidden" name="jobIds" value={jobId} />
      ))}
      <SubmitButton isSmall pending="Undoing" {...(shortcut ? { shortcut } : {})}>
        {children}
        {shortcut ? <Key>{shortcut}</Key> : null}
      </SubmitButton>
    </PostForm>
  );
}

function Kept({ claims: kept, count }: NonNullable<WaitingPanelProps["kept"]>) {
  const more = count - kept.length;
  return (
    <>
      <Alert tone="copper">
        <b>{`${claims(count)} could not be undone.`}</b> The event was already on its way, so the decision
        stands.
      </Alert>
      <ul>
        {kept.map(({ id, email }) => (
          <li key={id}>
            <Link to={paths.submissions({ open: id })} className={text.breakable}>
              <bdi>{email}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={text.small}>{`and ${claims(more)} more`}</p> : null}
    </>
  );
}
