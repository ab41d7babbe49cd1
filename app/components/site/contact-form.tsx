import { Link } from "@remix-run/react";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { FlashNote } from "#app/components/layout/flash.tsx";
import text from "#app/components/ui/text.module.css";
import { CONTACT_SUBJECT_LABELS, CONTACT_SUBJECTS, type ContactSubject } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";
import type { ContactForm } from "#app/schemas/contact.ts";
import styles from "./contact-form.module.css";

const subjects = CONTACT_SUBJECTS.map((value) => ({ value, label: CONTACT_SUBJECT_LABELS[value] }));

type ContactPanelProps = { subject: ContactSubject | null; formToken: string };

export function ContactPanel({ subject, formToken }: ContactPanelProps) {
  return (
    <div className={styles.column}>
      <FlashNote isNote />
      <InputForm<typeof ContactForm>
        intent="contact"
        defaultValue={{ subject: subject ?? "" }}
        submit="Send message"
        pending="Sending"
      >
        {(fields) => (
          <>
            <input type="hidden" name="formToken" value={formToken} />
            <Field label="Name" field={fields.name} autoComplete="name" />
            <Field label="Email" field={fields.email} type="email" autoComplete="email" />
            <Field label="Company" field={fields.company} autoComplete="organization" hint="Optional." />
            <SelectField label="Subject" field={fields.subject} choices={subjects} none="Choose one" />
            <TextAreaField label="Message" field={fields.message} rows={8} hint="10 to 2000 characters." />
            <p className={styles.honeypot} aria-hidden="true">
              <label>
                Leave this empty
                <input name="website" tabIndex={-1} autoComplete="off" />
              </label>
            </p>
            <p className={text.small}>
              We keep your message for twelve months to answer it. See the{" "}
              <Link to={paths.privacy()}>privacy policy</Link>.
            </p>
          </>
        )}
      </InputForm>
    </div>
  );
}
