import { PageErrors } from "#app/components/forms/error-summary.tsx";
import { Advanced } from "#app/components/ui/advanced.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { TestEventResponse } from "#app/schemas/connections.ts";
import type { IntegrationCard, SpendAccountCard } from "#app/schemas/integration-card.ts";
import type { MatchHistory } from "#app/schemas/match-quality.ts";
import { ChooseAssetPanel } from "./choose-asset-panel.tsx";
import { ConnectPanel } from "./connect-panel.tsx";
import { ConnectedAsset } from "./connected-asset.tsx";
import { type CheckResult, ConnectionCheckPanel } from "./connection-check.tsx";
import { DisconnectPanel } from "./disconnect-panel.tsx";
import { IntegrationHealth } from "./integration-health.tsx";
import { MatchHistoryPanel } from "./match-history-panel.tsx";
import { ParkedAlert } from "./parked-alert.tsx";
import { SpendPanels } from "./spend-panels.tsx";
import { TestEventPanel } from "./test-event-panel.tsx";
import { TestModePanel } from "./test-mode-panel.tsx";

type RefusedForm = FormReply & { form: string };
type Reply =
  | RefusedForm
  | { form: "tested"; result: TestEventResponse }
  | { form: "checked"; result: CheckResult };

type ConnectionPanelsProps = {
  integration: IntegrationCard;
  matchHistory: MatchHistory;
  /** Assets to choose from, while that is what is to be done. */
  choices: { id: string; name: string }[] | null;
  /** The ad accounts whose spend is read; null where spend comes by file only. */
  spendAccounts: SpendAccountCard[] | null;
  isProven: boolean;
  hasPassword: boolean;
  canChange: boolean;
  now: string;
  timeZone: string;
  reply: Reply | undefined;
  /** What to do once a test event was accepted. */
  next: React.ReactNode;
};

/** The forms that are folded: a refused one is shown. */
const RARE_FORMS = ["start-test-mode", "end-test-mode", "authorize", "connect", "disconnect"];

/** All that can be done with one ad platform, what is to be done next on top. */
export function ConnectionPanels(props: ConnectionPanelsProps) {
  const { integration, choices, canChange, reply, ...rest } = props;
  const { name, connection } = integration;
  const view = { now: rest.now, timeZone: rest.timeZone };
  const checked = reply?.form === "checked" && "result" in reply ? (reply.result as CheckResult) : null;
  const tested = reply?.form === "tested" && "result" in reply ? (reply.result as TestEventResponse) : null;
  const { spendAccounts: accounts, isProven, hasPassword } = props;
  const spend = <SpendPanels {...{ integration, accounts, canChange, isProven, hasPassword, view }} />;
  const connect = (
    <ConnectPanel integration={integration} isProven={rest.isProven} hasPassword={rest.hasPassword} />
  );
  if (!connection) {
    if (!canChange)
      return (
        <>
          <ParkedAlert integration={integration} view={view} />
          <Panel title={`Connect ${name}`}>
            <PanelBody>
              <p>Only an owner or a manager can connect {name}.</p>
            </PanelBody>
          </Panel>
          {spend}
        </>
      );
    return (
      <>
        <ParkedAlert integration={integration} view={view} />
        {choices ? <ChooseAssetPanel integration={integration} choices={choices} /> : connect}
        <MatchHistoryPanel history={rest.matchHistory} />
        {spend}
      </>
    );
  }
  return (
    <>
      <PageErrors
        except={["authorize", "connect", "choose", "test-event", "start-test-mode", "connect-spend"]}
      />
      {checked ? <ConnectionCheckPanel name={name} result={checked} timeZone={rest.timeZone} /> : null}
      {choices && canChange ? <ChooseAssetPanel integration={integration} choices={choices} /> : null}
      {canChange && connection.status === "invalid" && !choices ? connect : null}
      <Panel title="Health">
        <PanelBody>
          <IntegrationHealth integration={integration} view={view} />
        </PanelBody>
      </Panel>
      <MatchHistoryPanel history={rest.matchHistory} />
      {canChange ? (
        <>
          <ConnectedAsset integration={integration} />
          <TestEventPanel integration={integration} tested={tested} next={props.next} />
          {spend}
          <Advanced
            isOpen={integration.testMode !== null || RARE_FORMS.includes(reply?.form ?? "")}
            summary={integration.testModeKind ? "Test mode, reconnect, disconnect" : "Reconnect, disconnect"}
          >
            {integration.testModeKind ? <TestModePanel integration={integration} view={view} /> : null}
            {connection.status === "invalid" || choices ? null : connect}
            <DisconnectPanel integration={integration} hasAdAccounts={(accounts ?? []).length > 0} />
          </Advanced>
        </>
      ) : (
        spend
      )}
    </>
  );
}
