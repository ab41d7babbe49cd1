import { Link, useParams } from "@remix-run/react";
import clsx from "clsx";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./share.module.css";

type Channel = { id: string; name: string; url: string };
type ChannelLinksProps = {
  url: string;
  /** Leads to the form's chat in Telegram; null without a bot. */
  telegramUrl: string | null;
  channels: Channel[];
  canEdit: boolean;
};

/**
 * The form's address, and one for each channel, so that the list says where a claim came from: to be copied as it
 * is, or as the start of a link with a name.
 */
export function ChannelLinks({ url, telegramUrl, channels, canEdit }: ChannelLinksProps) {
  const { formId } = useParams();
  return (
    <ul className={styles.links}>
      <li>
        <Address name="Everywhere" url={url} />
      </li>
      {telegramUrl ? (
        <li>
          <Address name="To the chat in Telegram" url={telegramUrl} />
        </li>
      ) : null}
      {channels.map(({ id, ...channel }) => (
        <li key={id}>
          <Address {...channel} />
          {canEdit ? (
            <Link className={text.small} to={`${paths.shareForm({ formId, channel: id })}#create`}>
              Name it<span className="visually-hidden"> for {channel.name}</span>
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const Address = ({ name, url }: Omit<Channel, "id">) => (
  <>
    <div>
      <p className={text.strong}>{name}</p>
      <p className={clsx(text.code, text.truncated, styles.address)} title={url}>
        {url}
      </p>
    </div>
    <CopyButton text={url} copied={`${name}: link copied`}>
      Copy<span className="visually-hidden"> the link for {name}</span>
    </CopyButton>
  </>
);
