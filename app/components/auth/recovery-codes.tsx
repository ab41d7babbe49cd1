import clsx from "clsx";
import { useHydrated } from "remix-utils/use-hydrated";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CopyIcon, DownloadSimpleIcon, PrinterIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { showToast } from "#app/components/ui/toasts.ts";
import styles from "./recovery-codes.module.css";

type RecoveryCodesProps = { codes: string[]; brandName: string };

/** Recovery codes, the one time they are shown. The file needs no script; copying and printing do. */
export function RecoveryCodes({ codes, brandName }: RecoveryCodesProps) {
  const isHydrated = useHydrated();
  const lines = `${codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      showToast({ kind: "success", message: "Recovery codes copied" });
    } catch {
      showToast({ kind: "error", message: "They could not be copied. Please select them by hand." });
    }
  };
  return (
    <Panel title="Recovery codes">
      <PanelBody>
        <Alert tone="copper">
          <b className={text.strong}>They are shown this once.</b> Keep them where you would look without your
          phone. Each one signs you in once in place of the app.
        </Alert>
        <ol className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={clsx(layout.row, styles.actions)}>
          <a
            className={buttonClass({})}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(lines)}`}
            download={`${brandName.toLowerCase()}-recovery-codes.txt`}
          >
            <Icon of={DownloadSimpleIcon} />
            Download
          </a>
          {isHydrated ? (
            <>
              <Button onClick={copy}>
                <Icon of={CopyIcon} />
                Copy
              </Button>
              <Button onClick={() => window.print()}>
                <Icon of={PrinterIcon} />
                Print
              </Button>
            </>
          ) : null}
        </div>
      </PanelBody>
    </Panel>
  );
}
