import { describe, expect, it } from "vitest";
import type { FormTab } from "#app/lib/form-tabs.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { FormSettingsChange, FormSettingsForm } from "./form-settings.ts";

const sentences = messages.formSettings;
const many = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, i) => of(i));

describe("a setting that is not one", () => {
  it.each<[object, string]>([
    [{ slug: "a b" }, sentences.slugShape],
    [{ slug: "settings" }, sentences.slugReserved],
    [{ slug: "Casa" }, sentences.slugShape],
    [{ ownerName: " " }, sentences.ownerRequired],
    [{ ownerName: "x".repeat(101) }, sentences.ownerLong],
    [{ title: "a\u202eb" }, sentences.plainLine],
    [{ title: "x".repeat(121) }, sentences.titleLong],
    [{ introduction: "x".repeat(601) }, sentences.introductionLong],
    [{ action: "loan" }, sentences.actionShape],
    [{ amountField: "maybe" }, sentences.amountFieldShape],
    [{ withoutAmount: "guess" }, sentences.withoutAmountShape],
    [{ eventNames: { meta: "1st" } }, sentences.eventNameShape],
    [{ frameOrigins: ["http://casa.example"] }, sentences.originShape],
    [{ frameOrigins: many(21, (i) => `https://a${i}.example`) }, sentences.originsMany],
    [{ retentionDays: { pending: 0 } }, sentences.daysShape],
    [{ clickDays: 0 }, sentences.clickDaysShape],
    [{ clickDays: 31 }, sentences.clickDaysShape],
    [{ clickDays: 1.5 }, sentences.clickDaysShape],
    [{ clickDays: "7" }, sentences.clickDaysShape],
    [{ slowDown: 0 }, sentences.slowDownShape],
    [{ slowDown: 10_001 }, sentences.slowDownShape],
    [{ introduction: "a\u202eb" }, messages.fields.plainText],
    [{ consentText: "" }, sentences.consentRequired],
    [{ consentText: "x".repeat(1001) }, sentences.consentLong],
    [{ successMessage: "x".repeat(1001) }, sentences.successLong],
    [{ redirectUrl: "javascript:alert(1)" }, sentences.redirectShape],
    [{ redirectUrl: "http://169.254.169.254/" }, sentences.redirectShape],
    [{ selectedPlatforms: many(51, String) }, sentences.platformsMany],
    [{ phoneCountry: "XX" }, sentences.countryShape],
    [{ version: 2 }, sentences.nothingSent],
  ])("%j is refused with its sentence", (change, message) => {
    expect(FormSettingsChange.safeParse(change).error?.issues.map((issue) => issue.message)).toEqual([
      message,
    ]);
  });
});

describe("page's form", () => {
  const advanced = {
    intent: "save",
    tab: "advanced",
    version: "3",
    withoutAmount: "lead",
    retentionDays: { pending: "30", handled: undefined },
    frameOrigins: "https://casa.example/page\n https://casa.example, https://b.example",
    eventNames: { meta: undefined },
  };

  it.each([
    [undefined, 7],
    ["", 7],
    ["30", 30],
  ])("the page's form with %j days of clicks keeps them for %i", (clickDays, kept) => {
    expect(FormSettingsForm.parse({ ...advanced, clickDays })).toMatchObject({ clickDays: kept });
  });

  it.each([
    [undefined, null],
    ["", null],
    ["30", 30],
  ])("the page's form with %j as the number of a slow-down keeps %j", (slowDown, kept) => {
    expect(FormSettingsForm.parse({ ...advanced, slowDown })).toMatchObject({ slowDown: kept });
  });

  it.each(["0", "31", "a week"])("the page's form with %j days of clicks is refused", (clickDays) => {
    const { error } = FormSettingsForm.safeParse({ ...advanced, clickDays });
    expect(error?.issues.map(({ message }) => message)).toEqual([sentences.clickDaysShape]);
  });

  it("the page's form names the line of a site that is no https address", () => {
    const { error } = FormSettingsForm.safeParse({ ...advanced, frameOrigins: "https://a.example\ncasa" });
    expect(error?.issues.map(({ message }) => message)).toEqual([sentences.originOfLine("casa")]);
  });

  it("the page's form gives the values that /api takes: what is empty is null, what is not ticked is false", () => {
    const of = (tab: FormTab, typed: object) =>
      FormSettingsForm.parse({ intent: "save", version: "3", tab, ...typed });
    expect(of("look", { slug: " Casa-Trading ", ownerName: "Casa", action: "deposit" })).toMatchObject({
      version: 3,
      slug: "casa-trading",
      isActive: false,
      title: "",
      introduction: null,
      logo: null,
    });
    const questions = { amountField: "required", consentText: "I agree", selectedPlatforms: "one" };
    expect(of("questions", questions)).toMatchObject({
      selectedPlatforms: ["one"],
      allowRepeat: false,
      privacyUrl: null,
    });
    expect(of("after-sending", { sendsToAll: "no" })).toMatchObject({
      redirectUrl: null,
      sendsToAll: false,
      sendTo: [],
    });
    expect(FormSettingsForm.parse(advanced)).toMatchObject({
      retentionDays: { pending: 30, handled: null },
      frameOrigins: ["https://casa.example", "https://b.example"],
      eventNames: {},
    });
  });

  it("the page's form keeps nothing of what another tab shows", () => {
    const parsed = FormSettingsForm.parse({ ...advanced, title: "Of the look", sendsToAll: "yes" });
    expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(["title"]));
    expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(["sendsToAll"]));
  });
});
