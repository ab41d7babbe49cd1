import { Form, type FormProps } from "@remix-run/react";
import { createContext } from "react";

/** The intent of the form around a button. */
export const FormIntent = createContext<string | null>(null);

type PostFormProps = Omit<FormProps, "method"> & {
  /** Which of its page's forms it is. */
  intent: string;
};

export function PostForm({ intent, children, ...props }: PostFormProps) {
  return (
    <FormIntent.Provider value={intent}>
      <Form {...props} method="post">
        <input type="hidden" name="intent" value={intent} />
        {children}
      </Form>
    </FormIntent.Provider>
  );
}
