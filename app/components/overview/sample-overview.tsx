import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import text from "#app/components/ui/text.module.css";
import { ReviewQueue, type ReviewQueueData } from "./review-queue.tsx";

/** Says what samples are. The action is beside it. */
export function SamplesAlert({ action }: { action?: React.ReactNode }) {
  return (
    <Alert tone="copper" action={action}>
      <b className={text.strong}>Sample claims.</b>{" "}
      <span className={text.secondary}>
        They don't count and are never sent. They disappear when your first claim arrives.
      </span>
    </Alert>
  );
}

type SampleOverviewProps = { queue: ReviewQueueData; now: string; canDecide: boolean; canRemove: boolean };

/** The overview with made-up claims, marked as such. */
export function SampleOverview({ queue, now, canDecide, canRemove }: SampleOverviewProps) {
  return (
    <>
      <SamplesAlert
        action={
          canRemove ? (
            <PostForm intent="remove-samples">
              <SubmitButton isSmall pending="Removing">
                Remove the samples
              </SubmitButton>
            </PostForm>
          ) : undefined
        }
      />
      <ReviewQueue queue={queue} now={now} canDecide={canDecide} isSample />
    </>
  );
}

/** The button that shows them. */
export function ShowSamples() {
  return (
    <PostForm intent="show-samples">
      <SubmitButton pending="Showing">Show sample claims</SubmitButton>
    </PostForm>
  );
}
