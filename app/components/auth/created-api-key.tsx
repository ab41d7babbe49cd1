import { useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "#app/components/ui/button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CopyIcon } from "#app/components/ui/icons.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { showToast } from "#app/components/ui/toasts.ts";

/** A key in the one moment in which it can be read. */
export function CreatedApiKey({ name, value }: { name: string; value: string }) {
  const canCopy = useHydrated() && typeof navigator.clipboard?.writeText === "function";
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      showToast({ kind: "success", message: "Key copied" });
    } catch {
      showToast({ kind: "error", message: "The key could not be copied. Please select and copy it." });
    }
  };
  return (
    <div ref={panel} tabIndex={-1} role="status">
      <Panel title={`Your new key: ${name}`}>
        <PanelBody>
          <p>
            <b className={text.strong}>Copy it now.</b> It is not shown again. Anyone who has it can do what
            you allowed.
          </p>
          <CodeBlock>{value}</CodeBlock>
          {canCopy ? (
            <div>
              <Button kind="primary" onClick={copy}>
                <Icon of={CopyIcon} />
                Copy key
              </Button>
            </div>
          ) : null}
        </PanelBody>
      </Panel>
    </div>
  );
}
