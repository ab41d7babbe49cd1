import { Alert } from "#app/components/ui/alert.tsx";
import text from "#app/components/ui/text.module.css";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";

/** What to type where a sandbox plays the ad platform: in the demo and in development. */
export function SandboxNote({ integration: { name, connect, assetWord } }: { integration: IntegrationCard }) {
  return (
    <Alert>
      <b className={text.strong}>A sandbox plays {name} here.</b>{" "}
      {connect === "oauth" ? (
        `Sign in and choose Allow. Any ${assetWord} ID in the right form works.`
      ) : (
        <>
          Use any access token that begins with <code>sandbox-</code>, such as <code>sandbox-token</code>. Any{" "}
          {assetWord} ID in the right form works.
        </>
      )}
    </Alert>
  );
}
