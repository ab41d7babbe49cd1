type StoredForm = Partial<Record<"eventNames" | "sendTo" | "frameOrigins" | "selectedAssets", string | null>>;

const read = <T>(text: string | null | undefined, none: T): T => (text ? (JSON.parse(text) as T) : none);

/** The settings that a form's row holds as JSON. */
export function readFormJson({ eventNames, sendTo, frameOrigins, selectedAssets }: StoredForm) {
  return {
    eventNames: read<Record<string, string>>(eventNames, {}),
    sendTo: read<string[] | null>(sendTo, null),
    frameOrigins: read<string[]>(frameOrigins, []),
    selectedAssets: read<Record<string, string>>(selectedAssets, {}),
  };
}
