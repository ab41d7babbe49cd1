import { z } from "zod";

export const SessionResponse = z.object({
  id: z.string(),
  device: z.string().describe("Browser and system in words"),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean().describe("Whether this is the session that asks"),
});
export type SessionResponse = z.infer<typeof SessionResponse>;
