import clsx from "clsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

type Sample = {
  platformId: string;
  platformName: string;
  shape: "transactions" | "sums" | "masked" | "exchange";
};

const shapes: Record<Sample["shape"], string> = {
  transactions: "CSV of transactions, without emails",
  sums: "XLSX with the sum of each client",
  masked: "TSV of transactions with masked emails",
  exchange: "CSV as exchanges export it, by UID",
};

/** In the demo: a file of each broker, made of the claims that are there. */
export function SampleStatements({ samples }: { samples: Sample[] }) {
  return (
    <Panel title="Ready statements of the demo">
      <PanelBody>
        <p className={text.small}>
          Sample files built from your current claims. Try one. With your own brokers we recommend a file at
          least twice a week.
        </p>
      </PanelBody>
      <Rows isWrapping>
        {samples.map(({ platformId, platformName, shape }) => (
          <li key={platformId}>
            <span>
              <bdi>{platformName}</bdi> <span className={clsx(text.small, text.block)}>{shapes[shape]}</span>
            </span>{" "}
            <div className={layout.row}>
              <a
                className={buttonClass({ isSmall: true })}
                href={paths.sampleStatement({ platformId })}
                download
              >
                Download
              </a>{" "}
              <PostForm intent="sample" action={paths.sampleStatement({ platformId })} reloadDocument>
                <SubmitButton isSmall pending="Uploading">
                  Use this file
                </SubmitButton>
              </PostForm>
            </div>
          </li>
        ))}
      </Rows>
    </Panel>
  );
}
