import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import type { PairRate } from "#app/lib/exchange.ts";
import { paths } from "#app/paths.ts";
import { describeRate } from "./describe-rate.ts";

type MissingRatesProps = {
  missing: { from: string; to: string; peg: PairRate | null }[];
  mayWrite: boolean;
};

/** The rates that claims and tiers need, each with the known peg of its currency. */
export function MissingRates({ missing, mayWrite }: MissingRatesProps) {
  if (missing.length === 0) return null;
  return (
    <Panel title="Missing rates">
      <Rows isWrapping>
        {missing.map(({ from, to, peg }) => {
          const pegged = peg?.to;
          return (
            <li key={`${from} ${to}`}>
              <div>
                <b>{`${from} to ${to}`}</b>
                <p className={text.small}>
                  Amounts in {from} are not converted, and percentages of them earn nothing.
                  {peg ? ` ${pegged} has a fixed rate: ${describeRate(peg)}.` : ""}
                </p>
              </div>
              {mayWrite ? (
                <div className={layout.row}>
                  {pegged ? (
                    <PostForm intent="use-peg">
                      <SubmitButton isSmall name="currency" value={pegged} pending="Saving">
                        Use this fixed rate<span className="visually-hidden"> of {pegged}</span>
                      </SubmitButton>
                    </PostForm>
                  ) : null}
                  <ButtonLink isSmall kind="quiet" to={paths.exchangeRates({ from, to })}>
                    Set a rate
                    <span className="visually-hidden">
                      {" "}
                      from {from} to {to}
                    </span>
                  </ButtonLink>
                </div>
              ) : null}
            </li>
          );
        })}
      </Rows>
    </Panel>
  );
}
