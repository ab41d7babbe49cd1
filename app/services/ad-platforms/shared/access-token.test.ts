import { describe, expect, test } from "vitest";
import { connections } from "#app/schemas/messages/connections.ts";
import { accessToken } from "./access-token.ts";

describe("pasted access token", () => {
  test.each(["EAAB1", "0123456789abcdef", "sandbox-token"])(
    "a pasted access token is taken as it is: %s",
    (token) => {
      expect(accessToken.safeParse(token).data).toBe(token);
    },
  );

  test.each(["", "EAAB token", "EAAB\r\nx: y", " EAAB", "EAAB\n", "EAAB\u00a0", "EAAü"])(
    "an access token that a header cannot carry is refused in a plain sentence: %j",
    (token) => expect(accessToken.safeParse(token).error?.issues[0]?.message).toBe(connections.tokenShape),
  );
});
