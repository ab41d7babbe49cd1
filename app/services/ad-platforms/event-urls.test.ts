import { describe, expect, test } from "vitest";
import { urlWithoutSecrets } from "./event-urls.ts";

describe("urlWithoutSecrets", () => {
  test.each([
    ["https://forms.example.com/optin/demo", "https://forms.example.com/optin/demo"],
    ["http://localhost:3000/optin/demo", "http://localhost:3000/optin/demo"],
    [
      "https://e.com/a?utm_source=ig&token=s3cret&utm_campaign=spring%20sale#step-2",
      "https://e.com/a?utm_source=ig&utm_campaign=spring%20sale",
    ],
    ["https://e.com/a?fbclid=IwAR1&email=jo%40example.com", "https://e.com/a"],
    ["https://user:pass@e.com/a", "https://e.com/a"],
    [
      "https://e.com/a?utm_content=jo%40example.com&utm_id=120210000000000000",
      "https://e.com/a?utm_id=120210000000000000",
    ],
    ["https://e.com/a?utm_content=jo%2540example.com", "https://e.com/a"],
    ["https://e.com/a?utm_campaign=20261122", "https://e.com/a?utm_campaign=20261122"],
    ["https://e.com/a?utm_content=34600555123", "https://e.com/a"],
    ["https://e.com/a?utm_term=%2B1%20(650)%20555-1212", "https://e.com/a"],
    ["https://e.com/unsubscribe/jo@example.com/now", "https://e.com/"],
    ["https://e.com/unsubscribe/jo%40example.com", "https://e.com/"],
    ["https://medium.com/@writer/story", "https://medium.com/@writer/story"],
    ["https://e.com/%E0%A4%A", "https://e.com/%E0%A4%A"],
    ["javascript:alert(1)", null],
    ["android-app://com.instagram.android/", null],
    ["/optin/demo", null],
    ["", null],
    [null, null],
  ])("urlWithoutSecrets shows %j as %j", (given, shown) => expect(urlWithoutSecrets(given)).toBe(shown));
});
