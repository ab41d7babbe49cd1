import { Link } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon.tsx";
import {
  ArrowSquareOutIcon,
  CodeIcon,
  CursorTextIcon,
  QrCodeIcon,
  ShareNetworkIcon,
} from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { CopyButton } from "./copy-button.tsx";
import { useSeveralForms } from "./own-form-context.ts";
import styles from "./share-menu.module.css";
import { useShare } from "./use-share.ts";

type ShareMenuProps = {
  /** The public form's full address. */
  url: string;
  opensAt?: "start" | "end";
  /** In a header, where a narrow screen has room for the icon only. */
  isCompact?: boolean;
};

/** All ways to hand out the form's link. Without script it shows the address and leads to files and pages. */
export function ShareMenu({ url, opensAt = "end", isCompact = false }: ShareMenuProps) {
  const hasSeveral = useSeveralForms();
  const share = useShare(url);
  const summary = (
    <>
      <Icon of={ShareNetworkIcon} />
      <span className={isCompact ? styles.compactLabel : undefined}>Share form</span>
    </>
  );
  return (
    <Menu summary={summary} opensAt={opensAt} isInHeader={isCompact}>
      <div className={styles.menu}>
        <p className={text.label}>{hasSeveral ? "Your default form's address" : "Your form's address"}</p>
        <p className={styles.address}>{url}</p>
        <CopyButton text={url} copied="Form link copied" className={styles.copy}>
          Copy form link
        </CopyButton>
        {share ? (
          <button type="button" className={styles.item} onClick={share}>
            <Icon of={ShareNetworkIcon} />
            Share…
          </button>
        ) : null}
        <a className={styles.item} href={url} target="_blank" rel="noreferrer">
          <Icon of={ArrowSquareOutIcon} />
          Open your form
        </a>{" "}
        <a className={styles.item} href={paths.qrCode({ format: "png" })} download>
          <Icon of={QrCodeIcon} />
          QR code, PNG
        </a>{" "}
        <a className={styles.item} href={paths.qrCode({ format: "svg" })} download>
          <Icon of={QrCodeIcon} />
          QR code, SVG
        </a>{" "}
        <Link className={styles.item} to={paths.shareForm()}>
          <Icon of={CodeIcon} />
          Links by channel, embed code
        </Link>{" "}
        {hasSeveral ? (
          <Link className={styles.item} to={paths.forms()}>
            <Icon of={CursorTextIcon} />
            All forms
          </Link>
        ) : null}
      </div>
    </Menu>
  );
}
