import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PushDevice } from "#app/schemas/push.ts";

type PushPanelProps = {
  /** The key that push services know this site by. */
  publicKey: string;
  devices: PushDevice[];
  now: string;
  timeZone: string;
};

/** The browsers that show notifications. Only script can add one; any can be removed without. */
export function PushPanel({ publicKey, devices, now, timeZone }: PushPanelProps) {
  return (
    <Panel title="Push messages">
      <PanelBody>
        <p className={text.small}>
          A browser can show what is checked under In the app even while no page is open, until it is signed
          out.
        </p>
        {devices.some(({ isCurrent }) => isCurrent) ? null : <ThisBrowser publicKey={publicKey} />}
      </PanelBody>
      <Rows isWrapping>
        {devices.map(({ id, device, createdAt, isCurrent }) => (
          <li key={id}>
            <div>
              <b>{device}</b>
              {isCurrent ? <span className={text.small}> · this browser</span> : null}
              <p className={text.small}>
                since <time dateTime={createdAt}>{formatDateTime({ at: createdAt, timeZone, now })}</time>
              </p>
            </div>
            <PostForm intent="push-off">
              <SubmitButton isSmall name="subscriptionId" value={id} pending="Removing">
                Turn off
                <span className="visually-hidden"> for {device}</span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </Rows>
    </Panel>
  );
}

type State = "unknown" | "possible" | "impossible" | "asking" | "blocked";

function ThisBrowser({ publicKey }: { publicKey: string }) {
  const [state, setState] = useState<State>("unknown");
  const { submit, data: refusal } = useFetcher();
  useEffect(() => {
    const isPossible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    setState(!isPossible ? "impossible" : Notification.permission === "denied" ? "blocked" : "possible");
  }, []);
  const subscribe = async () => {
    setState("asking");
    try {
      const { endpoint, keys } = await subscribeBrowser(publicKey);
      submit({ intent: "push-on", endpoint, ...keys }, { method: "post" });
    } catch {
      setState(Notification.permission === "denied" ? "blocked" : "impossible");
    }
  };
  if (refusal) return <p className={text.small}>{messages.notifications.pushRefused}.</p>;
  if (state === "impossible") return <p className={text.small}>This browser can't show push messages.</p>;
  if (state === "blocked")
    return <p className={text.small}>This browser blocks notifications. Allow them in its settings.</p>;
  if (state === "unknown")
    return (
      <noscript>
        <p className={text.small}>Turning them on needs JavaScript.</p>
      </noscript>
    );
  return (
    <p>
      <Button onClick={subscribe} isBusy={state === "asking"}>
        Turn on in this browser
      </Button>
    </p>
  );
}

type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  await navigator.serviceWorker.register("/push-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that another key or account left cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return subscription.toJSON() as BrowserSubscription;
}
