/**
 * Enhances the public page: device identity, errors while typing, submitting without a reload.
 * The plain form works without it, also if something here fails to start.
 */

import { getDeviceIdentity, randomUuid } from "#app/browser/shared/device-identity.ts";
import { normalizeTyped } from "#app/lib/typed-text.ts";
import { URL_MAX } from "#app/schemas/shared/limits.ts";
import { clearSummary, form, mark, type Problem, problemIn, showProblems } from "./errors.ts";
import { prefill } from "./prefill.ts";
import { type RecordedTexts, showThanks } from "./thanks.ts";

type Reply = {
  code?: string;
  error?: string;
  details?: Problem[];
  formToken?: string;
  privateHref?: string;
  recorded?: RecordedTexts;
};

/** 20 hours: the server takes a token for a day, and one that a script fetched only after two seconds. */
const TOKEN_FRESH_MS = 72_000_000;
const TOKEN_RIPE_MS = 2100;
const ANSWER_WITHIN_MS = 30_000;
const LEAVE_AFTER_MS = 2500;
/** A GET is sent again after 1, 2 and 4 seconds, as on all pages. */
const RETRY_FIRST_MS = 1000;
const NO_RETRY_MS = 8000;
/** An error that appears at once moves the button away from under a press. */
const MARK_AFTER_MS = 250;

function enhance(): void {
  const { slug, invalid, failed, meant } = form.dataset;
  const button = form.querySelector("button")!;
  const buttonText = button.textContent;
  const boxes = [...form.querySelectorAll("[data-field]")];
  const ask = form.querySelector(".ask");
  const touched = new Set<Element>();
  const { email, formToken, website } = form.elements as unknown as Record<string, HTMLInputElement>;
  let token = formToken!.value;
  /**
   * A signed time: a letter, the milliseconds in base 36, a dot. A clock that is behind does not make it
   * younger.
   */
  let tokenAt = Math.min(Date.now(), Number.parseInt(token.slice(1), 36));
  let submissionKey = randomUuid();
  /** Made when the form is sent: who only looks at it is not marked. */
  let device: ReturnType<typeof getDeviceIdentity> | undefined;
  let isBusy = false;
  let presses = 0;

  form.addEventListener("change", ({ target }) => {
    // A country that was only guessed is sent once it is chosen.
    (target as HTMLSelectElement).name ||= (target as Element).id;
    const { maxLength, value } = target as HTMLInputElement;
    // What nobody sees, as in a pasted address, is no mistake.
    if (maxLength > 0) (target as HTMLInputElement).value = normalizeTyped(value);
    // Its domains are a third of this script. Without them nothing is asked.
    if (target === email)
      import("./mail-domains.ts").then(
        (domains) => domains.askForDomain(email!, meant!),
        () => {},
      );
    const box = findBox(target);
    if (!box) return;
    touched.add(box);
    // Not after a press: what the server says of it stays.
    const before = presses;
    setTimeout(() => before === presses && mark(box, problemIn(box)), MARK_AFTER_MS);
  });
  form.addEventListener("input", ({ target }) => {
    // What was confirmed was another amount.
    if ((target as Element).closest(".amount")) ask!.innerHTML = "";
    const box = findBox(target);
    if (box && touched.has(box)) mark(box, problemIn(box));
  });
  form.addEventListener("submit", (event) => {
    // The button of another language: without its own script the server shows it.
    if ((event.submitter as HTMLButtonElement | null)?.name) return;
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
    if (problems[0]) return showProblems(problems);
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
    // A password manager filled in the field that nobody sees: the next press is a person's.
    if (website) website.value = "";
    setBusy(false);
    showProblems(problems);
  }

  async function send(isAgain = false): Promise<void> {
    device ??= getDeviceIdentity();
    if (Date.now() - tokenAt > TOKEN_FRESH_MS) await refreshToken();
    const [status, reply] = await call({
      ...Object.fromEntries(new FormData(form)),
      deviceId: device.deviceId,
      submissionKey,
      formToken: token,
      pageUrl: location.href.split("#")[0]!.slice(0, URL_MAX),
      referrer: document.referrer.slice(0, URL_MAX),
    });

    if (status === 201) return showThanks(form.dataset.redirect, reply.recorded, reply.privateHref);
    const { details, error } = reply;
    const { field, options } = details?.find(({ options }) => options) ?? {};
    if (field === "amount") {
      // The server's own text: a figure and a currency.
      ask!.innerHTML = `<label class=consent><input type=checkbox name=amountConfirmed>${options![0].label}`;
    } else if (options) {
      // The server's page asks, with and without script. Going back leads to a form that can be sent.
      setBusy(false);
      return form.submit();
    }
    if (status === 400) return fail(details?.[0] ? details : [{ message: error || invalid! }]);
    if (reply.code === "idempotency_key_reused" && !isAgain) {
      // A response was lost and the form changed since: this is another submission.
      submissionKey = randomUuid();
      return send(true);
    }
    fail([{ message: form.dataset[`for${status}`] ?? failed! }]);
    if (status === 404) {
      isBusy = true;
      await pause(LEAVE_AFTER_MS);
      location.href = "/404";
    }
  }

  async function refreshToken(): Promise<void> {
    const [, { formToken }] = await call();
    if (!formToken) return;
    token = formToken;
    tokenAt = Date.now();
    await pause(TOKEN_RIPE_MS);
  }

  /** Posts the body, or reads without one. The status is 0 without a response. */
  async function call(
    body?: object,
    delayMs = body ? NO_RETRY_MS : RETRY_FIRST_MS,
    // The cookie of the visit is sent to the page's own path only.
    path = body ? `/optin/${slug}/submit` : `/api/optin/${slug}`,
  ): Promise<[number, Reply]> {
    const response = await fetch(path, {
      method: body && "POST",
      cache: "no-store",
      headers: {
        "Content-Type": "application/json",
        "X-Device-Id": device!.deviceId,
        "X-Device-Fingerprint": device!.deviceFingerprint,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(ANSWER_WITHIN_MS),
    }).catch(() => Response.error());
    const { status } = response;
    if ((status && status < 500) || delayMs === NO_RETRY_MS) {
      const reply: Reply = await response.json().catch(() => ({}));
      // A server of the version before knows the other address only.
      if (status === 404 && !reply.code && path[1] === "o") return call(body, delayMs, `/api${path}`);
      return [status, reply];
    }
    await pause(delayMs);
    return call(body, delayMs * 2);
  }
}

function findBox(target: EventTarget | null): Element | null {
  return (target as Element).closest("[data-field]");
}

function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

prefill(form);
enhance();
