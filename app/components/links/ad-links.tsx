import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";

type AdLink = { id: string; name: string; place: string; note: string | null; pasted: string };

/** What the ads of each ad platform need, so that claims say which campaign, ad set and ad led to them. */
export function AdLinks({ platforms }: { platforms: AdLink[] }) {
  return (
    <Panel title="Paid ads" id="ads">
      <PanelBody isRoomy>
        <p className={text.secondary}>
          The ad platform replaces the placeholders at each click, so one text serves all your ads: each claim
          then says its campaign, ad set and ad, with names and IDs.
        </p>
        {platforms.map(({ id, name, place, note, pasted }) => (
          <section key={id} aria-labelledby={`ads-${id}`} className={layout.stack}>
            <div className={layout.between}>
              <h3 id={`ads-${id}`}>{name}</h3>
              <CopyButton text={pasted} copied={`${name}: copied`}>
                Copy<span className="visually-hidden"> the text for {name}</span>
              </CopyButton>
            </div>
            <p className={text.secondary}>
              {place} {note}
            </p>
            <CodeBlock label={`Text for ads at ${name}`}>{pasted}</CodeBlock>
          </section>
        ))}
      </PanelBody>
    </Panel>
  );
}
