import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import { capitalized, describeAsset } from "./integration-state.ts";

/** What receives the events, with the ways to change it and to check the whole connection. */
export function ConnectedAsset({ integration }: { integration: IntegrationCard }) {
  const { assetWord, connection } = integration;
  return (
    <Panel title={capitalized(assetWord)}>
      <PanelBody>
        <p>{describeAsset(integration)}</p>
        <div className={layout.row}>
          <PostForm intent="check">
            <SubmitButton pending="Checking" name="connectionId" value={connection?.id}>
              Check everything
            </SubmitButton>
          </PostForm>
          <PostForm intent="change-asset">
            <SubmitButton pending="Asking" name="connectionId" value={connection?.id}>
              Choose another {assetWord}…
            </SubmitButton>
          </PostForm>
        </div>
      </PanelBody>
    </Panel>
  );
}
