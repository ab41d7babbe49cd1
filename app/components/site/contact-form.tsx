import type { SubmissionResult } from "@conform-to/react";
import { getFormProps } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { CONTACT_SUBJECT_LABELS, CONTACT_SUBJECTS, type ContactSubject } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";
import styles from "./contact-form.module.css";

type ContactFields = { name: string; email: string; company: string; subject: string; message: string };

const subjects = CONTACT_SUBJECTS.map((value) => ({ value, label: CONTACT_SUBJECT_LABELS[value] }));

type ContactFormProps = {
  lastResult: SubmissionResult<string[]> | undefined;
  subject: ContactSubject | null;
  formToken: string;
};

export function ContactForm({ lastResult, subject, formToken }: ContactFormProps) {
  const [form, fields] = useForm<ContactFields>({
    id: "contact",
    intent: "contact",
    lastResult,
    defaultValue: { subject: subject ?? "" },
  });
  return (
    <div className={styles.column}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <Flash isNote />
      <PostForm intent="contact" className={layout.stack} {...getFormProps(form)}>
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
        <SubmitButton kind="primary" pending="Sending">
          Send message
        </SubmitButton>
      </PostForm>
    </div>
  );
}
