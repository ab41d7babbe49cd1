import { describe, expect, test } from "vitest";
import { createForm } from "../factories/index.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

describe("POST /api/optin/{slug}/submit", () => {
  test("stores", async () => {
    const form = await createForm();
    const answer = await site.submit(form);
    expect(answer.status).toBe(201);
  });
});
