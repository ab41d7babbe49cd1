import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { FactLine } from "#app/components/ui/fact-line.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { BrokerState } from "#app/lib/broker-states.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { BrokerConnectionResponse } from "#app/schemas/broker-connections.ts";

const WORDS: Record<BrokerState, string> = {
  ok: "Answers",
  refused: "Credential refused",
  limited: "Asked too often for now",
  changed: "Answers in another form",
  away: "Gives no clear answer",
};

type BrokerConnectionPanelProps = {
  connection: BrokerConnectionResponse;
  name: string;
  isOwner: boolean;
  now: string;
  timeZone: string;
};

/** How a connected API answers, and what its owner can do about it. */
export function BrokerConnectionPanel(props: BrokerConnectionPanelProps) {
  const { connection, name, isOwner, now, timeZone } = props;
  const { state, problem, lastAnswerAt, asked, answered, next, triedAt } = connection;
  const at = (time: string) => formatDateTime({ at: time, timeZone, now });
  const facts = [
    { label: "State", value: WORDS[state] },
    { label: "Last answer", value: lastAnswerAt ? at(lastAnswerAt) : "None yet" },
    { label: "Asked about claims", value: formatNumber(asked) },
    { label: "Answered", value: formatNumber(answered) },
    {
      label: "Asked next",
      value: next === null ? "Not before there is another credential" : next <= now ? "Now" : at(next),
    },
  ];
  return (
    <Panel title={`${name}’s API`}>
      <PanelBody isRoomy>
        <FactLine facts={facts} />
        {problem ? <Alert tone={state === "refused" ? "alarm" : "copper"}>{problem}</Alert> : null}
        {triedAt === null ? (
          <p className={text.small}>
            Not yet tried with a real account: nobody has seen {name} itself answer here. Its answers are read
            as its documentation and public programs have them.
          </p>
        ) : null}
        <p className={text.small}>
          An answer that is not clear changes nothing. You decide the claims, or the broker’s rule does once
          you turn it on. No visitor sees an answer.
        </p>
        {isOwner ? (
          <div className={layout.row}>
            <PostForm intent="check">
              <SubmitButton pending="Checking">Check the connection</SubmitButton>
            </PostForm>
            <ConfirmedPost
              intent="disconnect"
              summary="Disconnect…"
              title={`Disconnect ${name}?`}
              label={`Disconnect ${name}`}
              pending="Disconnecting"
              opensAt="start"
            >
              <p>The credential is deleted and claims are asked about no more. What was found stays.</p>
            </ConfirmedPost>
          </div>
        ) : (
          <p className={text.small}>Only owners check, replace or disconnect it.</p>
        )}
      </PanelBody>
    </Panel>
  );
}
