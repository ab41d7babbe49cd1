import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import type { LinkHostState } from "#app/lib/affiliate-systems.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { LinkHostResponse } from "#app/schemas/broker-links.ts";

const STATES: Record<LinkHostState, { word: string; verb: string; pending: string }> = {
  asked: { word: "People are asked", verb: "Ask people", pending: "Changing" },
  allowed: { word: "Allowed", verb: "Allow", pending: "Allowing" },
  stopped: { word: "Stopped", verb: "Stop", pending: "Stopping" },
};

/** The hosts of brokers' links, with what an administrator can do about each. */
export function HostList({ hosts }: { hosts: LinkHostResponse[] }) {
  return (
    <Panel title="All hosts">
      <PanelBody>
        <p className={text.secondary}>
          A link to a host that nobody knows shows its name before it leads there. Allow what is a broker’s
          own, and stop what is not: a stopped host’s links lead nowhere. It holds for all workspaces.
        </p>
      </PanelBody>
      <Table
        caption="All hosts"
        columns={[
          { head: "Host", isRowHead: true, isWide: true, cell: ({ host }) => <bdi>{host}</bdi> },
          { head: "State", cell: ({ state }) => STATES[state].word },
          { head: "Links", isNumber: true, isLabelled: true, cell: ({ links }) => formatNumber(links) },
          { head: null, cell: (host) => <Choices {...host} /> },
        ]}
        groups={[{ rows: hosts }]}
        getKey={({ host }) => host}
      />
    </Panel>
  );
}

function Choices({ host, state }: LinkHostResponse) {
  const others = (Object.keys(STATES) as LinkHostState[]).filter((one) => one !== state && one !== "asked");
  return (
    <div className={layout.row}>
      {others.map((other) => (
        <PostForm key={other} intent="state">
          <input type="hidden" name="host" value={host} />
          <input type="hidden" name="state" value={other} />
          <SubmitButton isSmall pending={STATES[other].pending}>
            {STATES[other].verb}
            <span className="visually-hidden"> {host}</span>
          </SubmitButton>
        </PostForm>
      ))}
    </div>
  );
}
