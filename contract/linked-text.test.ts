import { describe, expect, test } from "vitest";
import { measureCpuSeconds } from "@/tests/harness/timer";
import { linkedText } from "./fields";
import { parseLinkedText } from "./linked-text";

describe("a text with Markdown links", () => {
  test.each([
    ["I agree.", ["I agree."]],
    ["", []],
    [
      "I agree to the [terms](https://example.org/terms) and the [privacy policy](http://example.org/a_(b)?c=d#e).",
      [
        "I agree to the ",
        { text: "terms", url: "https://example.org/terms" },
        " and the ",
        { text: "privacy policy", url: "http://example.org/a_(b)?c=d#e" },
        ".",
      ],
    ],
    ["[Ask us](mailto:hi@example.org)", [{ text: "Ask us", url: "mailto:hi@example.org" }]],
    [
      "[a](https://a.example)[b](https://b.example)",
      [
        { text: "a", url: "https://a.example/" },
        { text: "b", url: "https://b.example/" },
      ],
    ],
  ])("has links where %j says", (text, parts) => {
    expect(parseLinkedText(text)).toEqual(parts);
  });

  test.each([
    "[run](javascript:alert(1))",
    "[run](JAVASCRIPT:alert(1))",
    "[run](data:text/html,x)",
    "[run](//example.org)",
    "[run](/terms)",
    "[bank](https://bank.example@evil.example)",
  ])("never links to another protocol: %s", (text) => {
    expect(parseLinkedText(text)).toEqual([text]);
    expect(linkedText(100).safeParse(text).error?.issues[0]?.message).toContain("links to https://");
  });

  test.each(["**bold** _it_ # title <b>x</b> ![image]( https://example.org )", "[a] (https://example.org)", "[]()", "[a](b c)"])(
    "all other Markdown and HTML stays plain text: %s",
    (text) => {
      expect(parseLinkedText(text)).toEqual([text]);
      expect(linkedText(100).safeParse(text).success).toBe(true);
    },
  );

  test("is read in linear time", async () => {
    const seconds = await measureCpuSeconds(() => {
      for (const part of ["[", "[a](", "[a](b(", "[a]((", "[a](https://b.example/"]) parseLinkedText(part.repeat(2000));
    });
    expect(seconds).toBeLessThan(1);
  });
});
