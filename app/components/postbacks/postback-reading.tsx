import { Input, Select } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import { meaningNames } from "#app/components/statements/statement-state.ts";
import layout from "#app/components/ui/layout.module.css";
import { FoldedPanel, PanelBody } from "#app/components/ui/panel.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { AFFILIATE_SYSTEMS } from "#app/lib/affiliate-systems.ts";
import { POSTBACK_KINDS, POSTBACK_MEANINGS } from "#app/lib/postbacks.ts";
import type { PostbackSettingsResponse } from "#app/schemas/postbacks.ts";

type PostbackReadingProps = {
  settings: PostbackSettingsResponse;
  /** Of the newest calls and of what was said before. */
  parameters: { name: string; example: string | null; meaning: string; isNew: boolean }[];
  words: { word: string; kind: string; isNew: boolean }[];
  currencies: string[];
};

const names: Record<string, string> = {
  ...meaningNames,
  kind: "Kind of event",
  qualifiedAt: "Qualified",
  lots: "Lots",
  trades: "Number of trades",
  turnover: "Turnover",
  revenue: "Revenue",
  transactionId: "Transaction ID",
};
const answers = [
  ["json", "JSON"],
  ["ok", "OK"],
  ["one", "1"],
  ["gif", "An empty GIF"],
] as const;

/** What a refused form was sent with, by the place of each value: `meanings.2`. */
function readKept(sent: Record<string, unknown> | null | undefined): (place: string) => string | undefined {
  return (place) => {
    const value = place
      .split(".")
      .reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined)?.[name], sent ?? undefined);
    return typeof value === "string" ? value : undefined;
  };
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
};

function Choice({ name, label, value, choices }: ChoiceProps) {
  const id = `reading-${name}`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Select id={id} name={name} defaultValue={value}>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** What the parameters of the broker's calls mean, said once. */
export function PostbackReadingPanel({ settings, parameters, words, currencies }: PostbackReadingProps) {
  const reply = useReplyTo("reading");
  // Without script a refused form comes back as a new page.
  const kept = readKept(reply?.initialValue);
  const isMapped = settings.fields.some(({ meaning }) => meaning !== "ignore");
  const isOpen = reply !== undefined || !isMapped || [...parameters, ...words].some(({ isNew }) => isNew);
  const { system, answer, amountIn, currency, timeZone, dateOrder } = settings;
  return (
    <FoldedPanel title="How its calls are read" isOpen={isOpen}>
      <PostForm intent="reading" id="reading">
        {reply ? (
          <PanelBody>
            <ErrorSummary formId="reading" lastResult={reply} />
          </PanelBody>
        ) : null}
        {parameters.length > 0 ? (
          <Table
            caption="Parameters of the calls"
            groups={[{ rows: parameters.map((one, index) => ({ ...one, index })) }]}
            getKey={({ name }) => name}
            columns={[
              {
                head: "Parameter",
                isWide: true,
                cell: ({ name, index }) => (
                  <>
                    <label className={text.breakable} htmlFor={`meaning-${index}`}>
                      {name}
                    </label>
                    <input type="hidden" name={`names[${index}]`} value={name} />
                  </>
                ),
              },
              {
                head: "Example",
                isLabelled: true,
                isWide: true,
                cell: ({ example }) => <bdi className={text.breakable}>{example ?? "–"}</bdi>,
              },
              {
                head: "Meaning",
                isWide: true,
                cell: ({ index, meaning }) => (
                  <Select
                    id={`meaning-${index}`}
                    name={`meanings[${index}]`}
                    defaultValue={kept(`meanings.${index}`) ?? meaning}
                  >
                    {POSTBACK_MEANINGS.map((one) => (
                      <option key={one} value={one}>
                        {names[one] ?? one}
                      </option>
                    ))}
                  </Select>
                ),
              },
            ]}
          />
        ) : null}
        <PanelBody isRoomy>
          {words.map(({ word, kind }, index) => (
            <div key={word}>
              <label htmlFor={`word-${index}`}>
                {word === "" ? "A call without a kind means" : `“${word}” means`}
              </label>
              <input type="hidden" name={`words[${index}]`} value={word} />
              <Select
                id={`word-${index}`}
                name={`wordKinds[${index}]`}
                defaultValue={kept(`wordKinds.${index}`) ?? kind}
              >
                <option value="">As the word says</option>
                {Object.entries(POSTBACK_KINDS).map(([one, label]) => (
                  <option key={one} value={one}>
                    {label}
                  </option>
                ))}
              </Select>
            </div>
          ))}
          <div className={layout.halves}>
            <Choice
              name="amountIn"
              label="Amounts are in"
              value={kept("amountIn") ?? amountIn}
              choices={[
                ["units", "Units: 250.00"],
                ["cents", "Cents: 25000"],
              ]}
            />
            <Choice
              name="currency"
              label="Currency where a call names none"
              value={kept("currency") ?? currency ?? ""}
              choices={[["", "Unknown"], ...currencies.map((code) => [code, code] as const)]}
            />
          </div>
          <div className={layout.halves}>
            <div>
              <label htmlFor="reading-timeZone">Time zone of its times</label>
              <Input
                id="reading-timeZone"
                name="timeZone"
                defaultValue={kept("timeZone") ?? timeZone ?? ""}
                placeholder="Europe/Madrid, or +02:00"
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            <Choice
              name="dateOrder"
              label="Days are written"
              value={kept("dateOrder") ?? dateOrder}
              choices={[
                ["day-first", "Day first: 24/12/2026"],
                ["month-first", "Month first: 12/24/2026"],
              ]}
            />
          </div>
          <div className={layout.halves}>
            <Choice
              name="system"
              label="Affiliate system"
              value={kept("system") ?? system}
              choices={Object.entries(AFFILIATE_SYSTEMS).map(([value, { name }]) => [value, name] as const)}
            />
            <Choice
              name="answer"
              label="Your network reads"
              value={kept("answer") ?? answer}
              choices={answers}
            />
          </div>
          <SubmitButton pending="Saving">Save</SubmitButton>
        </PanelBody>
      </PostForm>
    </FoldedPanel>
  );
}
