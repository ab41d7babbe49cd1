/**
 * What the public page gains where scripts run: device identity, errors as one types, sending without a reload.
 * The plain form is whole without it, and stays so when anything here cannot start.
 */

import { getDeviceIdentity, randomUuid } from "#app/browser/shared/device-identity.ts";
import { URL_MAX } from "#app/schemas/shared/limits.ts";
import { clearSummary, mark, type Problem, problemIn, showProblems } from "./errors.ts";
import { showThanks } from "./thanks.ts";

type Answer = {
  code?: string;
  error?: string;
  errors?: Problem[];
  details?: Problem[];
  formToken?: string;
  privateHref?: string;
};

/** The server takes a token for a day, and one that a script fetched only after two seconds. */
const TOKEN_FRESH_MS = 20 * 60 * 60 * 1000;
const TOKEN_RIPE_MS = 2100;
const ANSWER_WITHIN_MS = 30_000;
const LEAVE_AFTER_MS = 2500;
/** An error that appears at once moves the button away from under a press. */
const MARK_AFTER_MS = 250;

function enhance(form: HTMLFormElement): void {
  const { slug, duplicate, invalid, unverifiable, gone, failed, offline } = form.dataset;
  const path = `/api/optin/${slug}`;
  const button = form.querySelector("button")!;
  const buttonText = button.textContent;
  const boxes = Array.from(form.querySelectorAll("[data-field]"));
  const touched = new Set<Element>();
  let token = form.querySelector<HTMLInputElement>("[name=formToken]")!.value;
  /**
   * A signed time: a letter, the milliseconds in base 36, a dot. A clock that is behind does not make it
   * younger.
   */
  let tokenAt = Math.min(Date.now(), Number.parseInt(token.slice(1), 36));
  let submissionKey = randomUuid();
  let identity: ReturnType<typeof getDeviceIdentity> | undefined;
  let isBusy = false;
  let presses = 0;

  form.addEventListener("change", ({ target }) => {
    const box = boxOf(target);
    if (!box) return;
    touched.add(box);
    // Not after a press: what the server says of it stays.
    const before = presses;
    setTimeout(() => before === presses && mark(box, problemIn(box)), MARK_AFTER_MS);
  });
  form.addEventListener("input", ({ target }) => {
    const box = boxOf(target);
    if (box && touched.has(box)) mark(box, problemIn(box));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isBusy) return;
    presses++;
    const problems: Problem[] = [];
    for (const box of boxes) {
      touched.add(box);
      const message = problemIn(box);
      mark(box, message);
      if (message) problems.push({ field: (box as HTMLElement).dataset.field, message });
    }
    if (problems[0]) return showProblems(form, problems);
    clearSummary();
    setBusy(true);
    send().catch(() => fail([{ message: failed! }]));
  });

  function setBusy(busy: boolean): void {
    isBusy = busy;
    button.textContent = busy ? button.dataset.busy! : buttonText;
    button.setAttribute("aria-disabled", `${busy}`);
  }

  function fail(problems: Problem[]): void {
    setBusy(false);
    showProblems(form, problems);
  }

  async function send(isAgain = false): Promise<void> {
    identity ??= getDeviceIdentity();
    const { deviceId, deviceFingerprint } = identity;
    if (Date.now() - tokenAt > TOKEN_FRESH_MS) await refreshToken();
    const [status, answer] = await call(`${path}/submit`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Device-Id": deviceId,
        "X-Device-Fingerprint": deviceFingerprint,
      },
      body: JSON.stringify({
        ...Object.fromEntries(new FormData(form)),
        consent: true,
        deviceId,
        submissionKey,
        formToken: token,
        pageUrl: location.href.split("#")[0]!.slice(0, URL_MAX),
        referrer: document.referrer.slice(0, URL_MAX),
      }),
    });

    if (status === 201) return showThanks(form, answer.privateHref);
    if (status === 400) return fail(problemsOf(answer));
    if (answer.code === "idempotency_key_reused" && !isAgain) {
      // An answer was lost and the form changed since: this is another submission.
      submissionKey = randomUuid();
      return send(true);
    }
    const sentences: Record<number, string | undefined> = {
      0: offline,
      403: unverifiable,
      404: gone,
      409: duplicate,
    };
    fail([{ message: sentences[status] ?? failed! }]);
    if (status === 404) {
      isBusy = true;
      setTimeout(() => location.assign("/404"), LEAVE_AFTER_MS);
    }
  }

  async function refreshToken(): Promise<void> {
    const [, { formToken }] = await call(path, { cache: "no-store" });
    if (!formToken) return;
    token = formToken;
    tokenAt = Date.now();
    await new Promise((resolve) => setTimeout(resolve, TOKEN_RIPE_MS));
  }

  function problemsOf({ errors, details, error }: Answer): Problem[] {
    return errors?.length ? errors : [{ message: details?.[0]?.message || error || invalid! }];
  }
}

function boxOf(target: EventTarget | null): Element | null {
  return (target as Element).closest("[data-field]");
}

/** The status, 0 where no answer came, and what the answer said. */
async function call(path: string, init: RequestInit): Promise<[number, Answer]> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout?.(ANSWER_WITHIN_MS) });
    return [response.status, (await response.json().catch(() => null)) ?? {}];
  } catch {
    return [0, {}];
  }
}

const form = document.querySelector<HTMLFormElement>("form[data-slug]");
if (form && ["fetch", "crypto", "HTMLTemplateElement"].every((name) => name in window)) enhance(form);
