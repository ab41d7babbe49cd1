import clsx from "clsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import type { FieldRow, OperationEntry } from "#app/lib/site/api-reference.ts";
import styles from "./api-operation.module.css";

/** One call: closed it shows its address and what it does, open also its fields and errors, with examples. */
export function ApiOperation({
  id,
  method,
  path,
  summary,
  note,
  access,
  parameters,
  body,
  response,
  errors,
  example,
}: OperationEntry) {
  return (
    <details className={styles.operation}>
      <summary>
        <h3>
          <span className={clsx(styles.method, method !== "GET" && styles.changes)}>{method}</span>{" "}
          <code className={styles.path}>{path}</code>
        </h3>
        <span className={styles.summary}>{summary}</span>
        <Icon of={CaretDownIcon} />
      </summary>
      {/* Inside, so that a link to it opens the call. */}
      <div id={id} className={styles.content}>
        <p>
          {access}. {note}
        </p>
        {example ? <CodeBlock label={`Example of ${method} ${path}`}>{example}</CodeBlock> : null}
        <Fields title="Parameters" fields={parameters} />
        {body ? <Fields title={`Body, ${body.types}`} fields={body.fields} /> : null}
        <Fields title={`Response, ${response.status}`} fields={response.fields} isResponse />
        {response.example ? (
          <CodeBlock label={`Response of ${method} ${path}`}>{response.example}</CodeBlock>
        ) : null}
        {errors.length > 0 ? (
          <>
            <h4>Errors</h4>
            <ul className={styles.errors}>
              {errors.map(({ status, codes }) => (
                <li key={status}>
                  <span className={text.strong}>{status}</span> <code>{codes}</code>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </details>
  );
}

type FieldsProps = { title: string; fields: FieldRow[]; isResponse?: boolean };

function Fields({ title, fields, isResponse = false }: FieldsProps) {
  if (fields.length === 0) return isResponse ? <h4>{title}, without a body</h4> : null;
  return (
    <>
      <h4>{title}</h4>
      <dl className={styles.fields}>
        {fields.map(({ name, type, isRequired, notes }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {type} {isRequired && !isResponse ? <span className={styles.required}>, required</span> : null}{" "}
              {notes ? <span className={styles.notes}>{notes}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
