import { useParams } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { DownloadSimpleIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { paths } from "#app/paths.ts";
import styles from "./share.module.css";

type QrCodeProps = {
  code: { side: number; path: string };
  /** Whose code it is. */
  label?: string;
  /** The id of the link that it opens the form by; without one it is the form's own. */
  link?: string;
};

/** The code on the page, and as files for print. */
export function QrCode({ code: { side, path }, label = "your form", link }: QrCodeProps) {
  const { formId } = useParams();
  return (
    <Panel title="QR code">
      <PanelBody>
        <svg
          className={styles.qr}
          viewBox={`0 0 ${side} ${side}`}
          role="img"
          aria-label={`QR code of ${label}`}
        >
          <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
          <path fill="#000" d={path} />
        </svg>
        <div className={layout.row}>
          {(["png", "svg"] as const).map((format) => (
            <a
              key={format}
              className={buttonClass({})}
              href={paths.qrCode({ formId, format, link })}
              download
            >
              <Icon of={DownloadSimpleIcon} />
              {format.toUpperCase()}{" "}
            </a>
          ))}
        </div>
      </PanelBody>
    </Panel>
  );
}
