import clsx from "clsx";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { MemberResponse } from "#app/schemas/team.ts";

const FORM = "transfer";

/** Hands the workspace to another member. Its action asks for the password first if that was long ago. */
export function TransferPanel({
  members,
  chosenId,
}: {
  members: MemberResponse[];
  /** Who was chosen before the password was required. */
  chosenId: string | undefined;
}) {
  return (
    <Panel title="Transfer ownership">
      <PanelBody>
        <p className={text.secondary}>
          The new owner can do everything, including remove you. You become a manager.
        </p>
        <div>
          <Confirmation
            opensAt="start"
            summary="Transfer ownership…"
            title="Transfer ownership?"
            act={
              <PostForm id={FORM} intent="transfer">
                <SubmitButton kind="danger" pending="Transferring">
                  Transfer ownership
                </SubmitButton>
              </PostForm>
            }
          >
            <FieldBox label="New owner" htmlFor="new-owner">
              <Select id="new-owner" name="userId" form={FORM} defaultValue={chosenId} key={chosenId}>
                {members.map(({ userId, name, email }) => (
                  <option key={userId} value={userId}>
                    {name} ({email})
                  </option>
                ))}
              </Select>
            </FieldBox>
            <p className={text.secondary}>Only the new owner can make you an owner again.</p>
          </Confirmation>
        </div>
      </PanelBody>
    </Panel>
  );
}

export function LeavePanel({ name, isLastOwner }: { name: string; isLastOwner: boolean }) {
  return (
    <Panel title="Leave">
      <PanelBody>
        <p className={clsx(text.secondary)}>
          {isLastOwner
            ? "You are the only owner. Make another member an owner, or transfer ownership, and then you can leave."
            : "You lose access to these claims right away. Your decisions stay, with your name."}
        </p>
        {isLastOwner ? null : (
          <div>
            <ConfirmedPost
              opensAt="start"
              summary="Leave…"
              title={
                <>
                  Leave <bdi>{name}</bdi>?
                </>
              }
              keep="Stay"
              intent="leave"
              label="Leave"
              pending="Leaving"
            >
              <p className={text.secondary}>Only another invitation lets you back in.</p>
            </ConfirmedPost>
          </div>
        )}
      </PanelBody>
    </Panel>
  );
}
