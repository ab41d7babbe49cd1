import { Submission } from "#app/models/index.server.ts";
import {
  createForm,
  createOwner,
  createPlatforms,
  type Form,
  submitForm,
  uniqueEmail,
} from "../../factories/index.ts";
import type { Answers } from "../pages/opt-in-page.ts";

/** An owner with a form that offers some platforms. */
export async function createFormWith(
  platforms: number,
  options: Parameters<typeof createForm>[0] = {},
): Promise<Form> {
  const owner = options.owner ?? (await createOwner());
  return createForm({ ...options, owner, platforms: await createPlatforms(platforms, { owner }) });
}

/** Submissions of one form, one minute apart, the newest last. */
export async function submitMany(count: number, form: Form): Promise<string[]> {
  const emails = Array.from(
    { length: count },
    (_, index) => `person-${String(index + 1).padStart(2, "0")}@example.com`,
  );
  const start = Date.now() - count * 60_000;
  await Promise.all(
    emails.map((email, index) => submitForm(form, { email, now: new Date(start + index * 60_000) })),
  );
  return emails;
}

/** What a visitor types when all is well. */
export function goodAnswers(
  form: Form,
): Required<Pick<Answers, "email" | "phone" | "amount" | "consent">> & Answers {
  return {
    email: uniqueEmail(),
    phone: "+34 600 555 123",
    platform: form.platforms[0]?.name,
    amount: "250.00",
    consent: true,
  };
}

export const findSubmissions = (form: Form) => Submission.findAll({ where: { formId: form.id } });
