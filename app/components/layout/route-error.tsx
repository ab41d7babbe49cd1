import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import text from "#app/components/ui/text.module.css";
import { showToast } from "#app/components/ui/toasts.ts";
import { paths } from "#app/paths.ts";
import { CenteredMessage, MessageMain } from "./centered-message.tsx";
import { findLoadFailure } from "./load-failures.ts";
import { NotFoundContent } from "./not-found-content.tsx";
import { useRootData } from "./root-data.ts";

/** The next address; null repeats the current one. */
type Way = { to: string | null; label: string };
type Words = { title: string; sentence: string; way: Way };

const again: Way = { to: null, label: "Try again" };
const home: Way = { to: paths.landing(), label: "Go to the start page" };

const known: Record<number, Words> = {
  400: {
    title: "This link doesn't work",
    sentence: "Part of it is missing or mistyped.",
    way: home,
  },
  401: {
    title: "Please sign in",
    sentence: "This page is only for people who are signed in.",
    way: { to: paths.login(), label: "Sign in" },
  },
  403: { title: "This page is not for your account", sentence: "Your role does not include it.", way: home },
  405: {
    title: "That isn't possible here",
    sentence: "This page can't do what was asked.",
    way: home,
  },
  413: { title: "That's too large", sentence: "Send it in smaller parts.", way: home },
  429: {
    title: "Too many requests",
    sentence: "Please try again in a moment.",
    way: again,
  },
  503: {
    title: "We are busy right now",
    sentence: "Please try again in a moment.",
    way: again,
  },
};

/** For any other refusal: nothing was at fault here, and nothing of it is in a log. */
const refused: Words = {
  title: "We couldn't accept that",
  sentence: "Open the page again and send it from there.",
  way: { to: null, label: "Open the page" },
};

const unexpected: Words = {
  title: "Something went wrong on our side",
  sentence: "We've been notified. Trying again may help.",
  way: again,
};

/**
 * Replaces a page that failed, including its `main`: a sentence with a next step for known statuses, what
 * failed in the page's area, or an apology otherwise.
 */
export function RouteErrorBoundary() {
  return (
    <MessageMain>
      <ErrorContent />
    </MessageMain>
  );
}

function ErrorContent() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const requestId = useDocumentRequestId();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const said = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  const isRefusedPost = status === 403 && said !== "";
  const texts = (isRefusedPost ? refused : known[status]) ?? (status < 500 ? refused : unexpected);
  const failure = status >= 500 ? findLoadFailure(pathname) : undefined;
  useEffect(() => {
    if (failure) showToast({ kind: "error", message: failure, advice: texts.sentence });
  }, [failure, texts.sentence]);
  if (status === 404) return <NotFoundContent />;
  // The message of a rate limit names the waiting time, that of a refused post the next step.
  const own = status === 429 || isRefusedPost ? said : "";
  return (
    <CenteredMessage
      title={failure ?? texts.title}
      sentence={own || texts.sentence}
      way={{ to: texts.way.to ?? here, label: texts.way.label }}
      reloadDocument
    >
      {texts === unexpected && requestId ? (
        <p className={text.small}>
          If you contact us about it, include this number: <code className={text.code}>{requestId}</code>
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
