import { z } from "zod";

/** Settings of a platform that marks events as tests by a code. */
export const TestCodeSettings = z.object({ testEventCode: z.string().nullable().default(null) });
export type TestCodeSettings = z.infer<typeof TestCodeSettings>;

/** The parts shared by platforms that connect with a pasted token and need no pace. */
export const tokenPlatform = {
  settingsSchema: TestCodeSettings,
  connect: { kind: "token" as const },
  pace: null,
  credentialEnding: ({ accessToken }: { accessToken: string }) => accessToken.slice(-4),
  isTestMode: ({ testEventCode }: TestCodeSettings) => Boolean(testEventCode?.trim()),
};

/** What a request carries in test mode, and nothing outside it. */
export function testCodeField({ testEventCode }: TestCodeSettings): { test_event_code?: string } {
  const code = testEventCode?.trim();
  return code ? { test_event_code: code } : {};
}
