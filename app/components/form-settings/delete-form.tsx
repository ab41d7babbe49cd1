import { Link, useParams } from "@remix-run/react";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

/** Deleting asks first, and says what stays. */
export function DeleteForm() {
  const { formId } = useParams();
  return (
    <Panel title="Delete the form">
      <PanelBody>
        <p className={text.secondary}>
          To close the form for a while, untick Open in <Link to={paths.formSettings({ formId })}>Look</Link>.
          Deleting removes its settings from your account.
        </p>
        <ConfirmedPost
          summary="Delete form…"
          title="Delete your form?"
          opensAt="start"
          intent="delete"
          label="Delete form"
          pending="Deleting"
        >
          <Consequences />
        </ConfirmedPost>
      </PanelBody>
    </Panel>
  );
}

/** The same in the list of forms. */
export function DeleteListedForm({ form: { id, name } }: { form: { id: string; name: string } }) {
  return (
    <ConfirmedPost
      summary={
        <>
          Delete…<span className="visually-hidden"> {name}</span>
        </>
      }
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      isSmall
      opensAt="start"
      keepsTo="besideButtons"
      intent="delete"
      name="formId"
      value={id}
      label="Delete form"
      pending="Deleting"
    >
      <Consequences />
    </ConfirmedPost>
  );
}

const Consequences = () => (
  <p>
    Nobody can confirm any more. Your claims, what was sent and visitors' private links stay, and the address
    stays reserved for you.
  </p>
);
