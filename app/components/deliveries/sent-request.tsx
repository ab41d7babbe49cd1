import { buttonClass } from "#app/components/ui/button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import text from "#app/components/ui/text.module.css";
import { flattenRequest } from "./flatten-request.ts";
import styles from "./sent-request.module.css";

/** The request of an attempt, as a table and as JSON. `name` is the attempt's. */
export function SentRequest({ name, request }: { name: string; request: unknown }) {
  const rows = flattenRequest(request);
  if (rows.length === 0) return <p className={text.small}>Nothing was sent.</p>;
  return (
    <div>
      <h3 className={text.label}>What was sent, identifiers hashed</h3>
      <section className={styles.scroll} aria-label={`Request of ${name} as a table`}>
        <table className={styles.request}>
          <tbody>
            {rows.map(({ name: field, value }) => (
              <tr key={field}>
                <th scope="row" className={text.code}>
                  {field}
                </th>
                <td className={text.code}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <details>
        <summary className={buttonClass({ isSmall: true })}>Show as JSON</summary>
        <CodeBlock label={`Request of ${name} as JSON`}>{JSON.stringify(request, null, 2)}</CodeBlock>
      </details>
    </div>
  );
}
