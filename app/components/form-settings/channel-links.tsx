import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./share.module.css";

type ChannelLinksProps = { url: string; channels: { id: string; name: string; url: string }[] };

/** The form's address, and one for each channel, so that the list says where a claim came from. */
export function ChannelLinks({ url, channels }: ChannelLinksProps) {
  return (
    <Panel title="Links">
      <ul className={styles.links}>
        {[{ id: "plain", name: "Everywhere", url }, ...channels].map((channel) => (
          <li key={channel.id}>
            <div>
              <p className={text.strong}>{channel.name}</p>
              <p className={text.code}>{channel.url}</p>
            </div>
            <CopyButton text={channel.url} copied={`${channel.name}: link copied`}>
              Copy<span className="visually-hidden"> the link for {channel.name}</span>
            </CopyButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
