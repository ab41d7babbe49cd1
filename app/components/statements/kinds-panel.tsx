import { Select } from "#app/components/forms/control.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { ROW_KINDS, type RowTally } from "#app/lib/statements.ts";
import styles from "./columns-panel.module.css";
import { rowKindNames } from "./statement-state.ts";

/** A status says whether a row is done; which action is done, its kind or its file says. */
const STATUSES = [
  ["deposit", "Done"],
  ["pending", rowKindNames.pending],
  ["declined", rowKindNames.declined],
  ["reversal", rowKindNames.reversal],
] as const;
const KINDS = ROW_KINDS.map((kind) => [kind, rowKindNames[kind]] as const);

/** The words for kinds of row that nobody knows. Their rows prove nothing until somebody says what they mean. */
export function KindsPanel({ words }: { words: RowTally["unknownKinds"] }) {
  return (
    <Panel title="Unknown words in this file">
      <PanelBody>
        <p>These rows prove nothing until you say what their word means.</p>
        <PostForm intent="kinds" className={layout.stack}>
          <div className={styles.answers}>
            {words.map(({ word, rows, isStatus }, index) => (
              <div key={word}>
                <label htmlFor={`kind-${index}`}>
                  <bdi>{word}</bdi>{" "}
                  <span className={text.small}>{rows === 1 ? "1 row" : `${formatNumber(rows)} rows`}</span>
                </label>
                <input type="hidden" name={`words[${index}].word`} value={word} />
                <Select id={`kind-${index}`} name={`words[${index}].kind`} defaultValue="">
                  <option value="">Not known</option>
                  {(isStatus ? STATUSES : KINDS).map(([kind, label]) => (
                    <option key={kind} value={kind}>
                      {label}
                    </option>
                  ))}
                </Select>
              </div>
            ))}
          </div>
          <div>
            <SubmitButton pending="Matching">Match with these words</SubmitButton>
          </div>
          <p className={text.small}>They are remembered for this broker’s files.</p>
        </PostForm>
      </PanelBody>
    </Panel>
  );
}
