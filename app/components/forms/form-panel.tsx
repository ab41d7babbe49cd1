import clsx from "clsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { InputForm, type InputFormProps, type PageForm } from "./input-form.tsx";

type FormPanelProps<Form extends PageForm> = InputFormProps<Form> & {
  title: string;
  /** More of the panel, below the form. */
  below?: React.ReactNode;
};

/** A panel with one form. */
export function FormPanel<Form extends PageForm>({ title, below, className, ...form }: FormPanelProps<Form>) {
  return (
    <Panel title={title}>
      <InputForm<Form> {...form} className={clsx(panelBodyClass, className)} />
      {below}
    </Panel>
  );
}
