import { expect } from "vitest";
import { connectMeta, createForm, signInAs, submitForm } from "../factories/index.ts";
import { eventually } from "./eventually.ts";
import type { Site } from "./site.ts";

/** An owner whose connection plays what its token's name says, and the handled submission's delivery as the API shows it. */
export async function connectOwner(site: Site, accessToken: string) {
  const form = await createForm();
  const connection = await connectMeta(form.owner, { accessToken });
  const { token, cookie } = await signInAs(form.owner);
  const readDelivery = async (id: string) => (await site.read(token, id)).json.deliveries[0];
  const handle = async () => {
    const { id } = await submitForm(form);
    const { status, json } = await site.decide(token, id, { status: "handled" });
    expect(status).toBe(200);
    return { id, eventStatus: json.eventStatus, delivery: json.submission.deliveries[0] };
  };
  const sent = (id: string) =>
    eventually(async () => {
      const { json } = await site.read(token, id);
      expect(json.eventStatus).toBe("sent");
      return json.deliveries[0];
    });
  /** The delivery once it is in a state, which may be after the decision's response. */
  const ended = (id: string, state: string) =>
    eventually(async () => {
      const delivery = await readDelivery(id);
      expect(delivery.state).toBe(state);
      return delivery;
    });
  return { form, connection, token, cookie, handle, readDelivery, sent, ended };
}
