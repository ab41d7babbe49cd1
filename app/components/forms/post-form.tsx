import { Form, type FormProps } from "@remix-run/react";
import { createContext, useContext, useState } from "react";
import { usePageToken } from "./page-token.ts";
import { useShownWorkspace } from "./shown-workspace.ts";
import { useFormReply } from "./use-form-reply.ts";

/** The intent of the form around a button. */
export const FormIntent = createContext<string | null>(null);

/** The ids of the fields edited since the server's last reply. Its errors no longer apply to them. */
export const EditedFields = createContext<ReadonlySet<string>>(new Set());

/** Fields of all forms on a page, by name: what the page shows, so that they act on nothing else. */
export const PageFields = createContext<Readonly<Record<string, string>>>({});

const NONE: ReadonlySet<string> = new Set();

type PostFormProps = Omit<FormProps, "method"> & {
  /** Names the form among those of its page. */
  intent: string;
  /** The form is validated in the browser while somebody types: its errors are always current. */
  isLive?: boolean;
  /** It acts on the account or the session, whatever workspace its page shows. */
  isOfAccount?: boolean;
};

export function PostForm({ intent, isLive = false, isOfAccount = false, children, ...props }: PostFormProps) {
  const reply = useFormReply();
  const shownWorkspace = useShownWorkspace();
  const pageToken = usePageToken();
  const pageFields = Object.entries(useContext(PageFields));
  const [edited, setEdited] = useState({ since: reply, ids: NONE });
  const ids = edited.since === reply ? edited.ids : NONE;
  const markEdited = ({ target, currentTarget }: React.FormEvent<HTMLFormElement>) => {
    const name = target instanceof Element && target.getAttribute("name");
    const id = `${currentTarget.id}-${name}`;
    if (name && !isLive && !ids.has(id)) setEdited({ since: reply, ids: new Set([...ids, id]) });
  };
  return (
    <FormIntent.Provider value={intent}>
      <EditedFields.Provider value={ids}>
        <Form onInput={markEdited} {...props} method="post">
          <input type="hidden" name="intent" value={intent} />
          {shownWorkspace === null || isOfAccount ? null : (
            <input type="hidden" name="shownWorkspace" value={shownWorkspace} />
          )}
          {pageFields.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {pageToken === null ? null : <input type="hidden" name="pageToken" value={pageToken} />}
          {children}
        </Form>
      </EditedFields.Provider>
    </FormIntent.Provider>
  );
}
