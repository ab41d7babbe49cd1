import { getFormProps } from "@conform-to/react";
import type { ComponentProps } from "react";
import type { z } from "zod";
import layout from "#app/components/ui/layout.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { PostForm } from "./post-form.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { useForm } from "./use-form.ts";
import { useReplyTo } from "./use-form-reply.ts";

/** What a page's action reads: a schema, or a union with one for each of its forms. */
export type PageForm = z.ZodType<{ intent: string }, { intent: string }>;

type FormIntentName<Form extends PageForm> = z.input<Form>["intent"];

/** The member of a union that the intent names. */
type InputByIntent<Input, Intent> = Input extends { intent: infer Known }
  ? Intent extends Known
    ? Input
    : never
  : never;

/** A form's controls hold text, or several texts, whatever the schema makes of it. */
type Text<Value> = Value extends undefined
  ? never
  : Value extends readonly (infer Item)[]
    ? Text<Item>[]
    : Value extends object
      ? { [Name in keyof Value]-?: Text<Value[Name]> }
      : string;

/** The values of one form of a page. */
export type FormValues<Form extends PageForm, Intent extends FormIntentName<Form>> = InputTexts<
  InputByIntent<z.input<Form>, Intent>
>;
type InputTexts<Input> = { [Name in Exclude<keyof Input, "intent">]-?: Text<Input[Name]> };

type FormState<Values extends Record<string, unknown>> = ReturnType<typeof useForm<Values, unknown>>;
type FormOptions<Values extends Record<string, unknown>> = Parameters<typeof useForm<Values, unknown>>[0];

type Props<Intent extends string, Values extends Record<string, unknown>> = {
  /** Names the form among those of its page. It shows the reply to this intent. */
  intent: Intent;
  /** The other forms whose reply it shows. */
  alsoShows?: string[];
  /** The form's id where it is not the intent. */
  id?: string;
  defaultValue?: FormOptions<Values>["defaultValue"];
  keepsValues?: FormOptions<Values>["keepsValues"];
  /** Checks in the browser too, when a field is left and then as it is typed in. */
  validate?: FormOptions<Values>["onValidate"];
  /** How the errors are shown. */
  summary?: Omit<ComponentProps<typeof ErrorSummary>, "formId" | "lastResult">;
  /** The button's label, and its label while the form is sent. */
  submit: React.ReactNode;
  pending: string;
  kind?: ComponentProps<typeof SubmitButton>["kind"];
  /** Wraps the button. */
  foot?: (button: React.ReactNode) => React.ReactNode;
  children: (
    fields: FormState<Values>[1],
    state: { form: FormState<Values>[0]; reply: FormReply | undefined },
  ) => React.ReactNode;
} & Omit<ComponentProps<typeof PostForm>, "intent" | "id" | "defaultValue" | "children" | "isLive">;

/** One for each form of the page, so that the intent decides which fields there are. */
export type InputFormProps<Form extends PageForm> = {
  [Intent in FormIntentName<Form>]: Props<Intent, FormValues<Form, Intent>>;
}[FormIntentName<Form>];

/**
 * A form with fields: its errors on top, then its fields, then its button.
 * `Form` is the type of the schema in the page's action, and checks the names of the fields.
 */
export function InputForm<Form extends PageForm>({
  intent,
  id = intent,
  alsoShows = [],
  defaultValue,
  keepsValues = false,
  validate,
  summary,
  submit,
  pending,
  kind = "primary",
  foot = (button) => button,
  className = layout.stack,
  children,
  ...rest
}: InputFormProps<Form>) {
  const reply = useReplyTo(intent, ...alsoShows);
  const [form, fields] = useForm<FormValues<Form, FormIntentName<Form>>, unknown>({
    id,
    intent,
    lastResult: reply,
    defaultValue,
    keepsValues,
    ...(validate ? { shouldValidate: "onBlur", shouldRevalidate: "onInput", onValidate: validate } : {}),
  });
  return (
    <PostForm
      intent={intent}
      isLive={validate !== undefined}
      className={className}
      {...rest}
      {...getFormProps(form)}
    >
      <ErrorSummary {...summary} formId={form.id} lastResult={reply} />
      {children(fields, { form, reply })}
      {foot(
        <SubmitButton kind={kind} pending={pending}>
          {submit}
        </SubmitButton>,
      )}
    </PostForm>
  );
}
