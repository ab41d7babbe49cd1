import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useState } from "react";
import text from "#app/components/ui/text.module.css";
import { useHydrated } from "#app/components/ui/use-hydrated.ts";
import { paths } from "#app/paths.ts";
import { CenteredMessage, MessageMain } from "./centered-message.tsx";
import { NotFoundContent } from "./not-found-content.tsx";
import { useRootData } from "./root-data.ts";

/** Where to go on; null is the same address once more. */
type Way = { to: string | null; label: string };
type Words = { title: string; sentence: string; way: Way };

const again: Way = { to: null, label: "Try again" };
const home: Way = { to: paths.landing(), label: "Go to the start page" };

const known: Record<number, Words> = {
  400: {
    title: "This address cannot be read",
    sentence: "Something in it is missing or misspelt.",
    way: home,
  },
  401: {
    title: "Please sign in",
    sentence: "This page is only for people who are signed in.",
    way: { to: paths.login(), label: "Sign in" },
  },
  403: { title: "This page is not for your account", sentence: "Your role does not include it.", way: home },
  405: {
    title: "That cannot be done here",
    sentence: "The page was asked for something it does not do.",
    way: home,
  },
  413: { title: "That was too large", sentence: "Please send less at once.", way: home },
  429: {
    title: "Too many requests",
    sentence: "Please try again in a moment.",
    way: again,
  },
  503: {
    title: "We are busy right now",
    sentence: "Nothing was lost. Please try again in a moment.",
    way: again,
  },
};

/** For any other refusal: nothing was at fault here, and nothing of it is in a log. */
const refused: Words = {
  title: "This could not be taken as it was sent",
  sentence: "Please open the page once more and send it from there.",
  way: { to: null, label: "Open the page" },
};

const unexpected: Words = {
  title: "This did not work, and it is our fault",
  sentence: "We have it in our log and look into it. Trying again may already help.",
  way: again,
};

/**
 * Replaces a page that failed, including its `main`: a sentence with a next step for known statuses, an
 * apology otherwise.
 */
export function RouteErrorBoundary({
  fact,
}: {
  /** The page's own sentence for an unexpected failure. */ fact?: string;
}) {
  return (
    <MessageMain>
      <ErrorContent fact={fact ?? unexpected.title} />
    </MessageMain>
  );
}

function ErrorContent({ fact }: { fact: string }) {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const requestId = useDocumentRequestId();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  if (status === 404) return <NotFoundContent />;
  const words = known[status] ?? (status < 500 ? refused : unexpected);
  // Said by the limit itself, which knows how long it lasts.
  const wait = status === 429 && isRouteErrorResponse(error) && typeof error.data === "string" && error.data;
  return (
    <CenteredMessage
      title={words === unexpected ? fact : words.title}
      sentence={wait || words.sentence}
      way={{ to: words.way.to ?? here, label: words.way.label }}
      reloadDocument
    >
      {words === unexpected && requestId ? (
        <p className={text.small}>
          If you write to us about it, this number finds it: <code className={text.code}>{requestId}</code>
        </p>
      ) : null}
    </CenteredMessage>
  );
}

/** The id of the request that brought this document: of no use for a failure that came later, by script. */
function useDocumentRequestId(): string | undefined {
  const requestId = useRootData()?.requestId;
  const isHydrated = useHydrated();
  const [isOfDocument] = useState(!isHydrated);
  return isOfDocument ? requestId : undefined;
}
