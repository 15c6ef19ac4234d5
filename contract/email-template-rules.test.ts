import { describe, expect, test } from "vitest";
import { closestName } from "@/lib/closest-name";
import { defaultEmailTemplates, type EmailTemplateContent, type EmailTemplateKind, emailTemplateKinds } from "./default-email-templates";
import { findTemplateProblems, listVariables } from "./email-template-rules";

const questions = [{ key: "company" }, { key: "plan_2" }];
const findProblems = (kind: EmailTemplateKind, changes: Partial<EmailTemplateContent>) =>
  findTemplateProblems(kind, { ...defaultEmailTemplates[kind], ...changes }, { questions, findNearest: closestName });
const describeProblems = (kind: EmailTemplateKind, changes: Partial<EmailTemplateContent>) =>
  findProblems(kind, changes).map(({ field, isError, message }) => `${isError ? "error" : "warning"} in ${field}: ${message}`);

test.each(emailTemplateKinds)("the default %s template has no problems", (kind) => {
  expect(describeProblems(kind, {})).toEqual([]);
});

test.each(emailTemplateKinds)("the body of the %s template can have every variable of its kind", (kind) => {
  const body = [...listVariables(kind), "field.company", "field.plan_2"].map((name) => `{{ ${name} }}`).join("\n\n");
  expect(describeProblems(kind, { body })).toEqual([]);
});

describe("rejects invalid variables at their field", () => {
  test.each<[EmailTemplateKind, Partial<EmailTemplateContent>, string[]]>([
    ["code", { subject: "Hello {{frstname}}" }, ["error in subject: {{frstname}} isn't a variable. Did you mean {{firstname}}?"]],
    [
      "joined",
      { subject: "For {{field.companies}}" },
      ["error in subject: {{field.companies}} isn't a variable. Did you mean {{field.company}}?"],
    ],
    [
      "code",
      { button: "{{field.deleted|there}}" },
      ["error in button: {{field.deleted}} isn't a variable. Choose one from the list, or remove the braces"],
    ],
    [
      "code",
      { subject: "{{field.company}}" },
      ["warning in subject: The subject is empty for leads without {{field.company}}. Add other text"],
    ],
    [
      "code",
      { subject: "For {field.company}" },
      ["warning in subject: {field.company} isn't replaced. Use {{field.company}} for its value"],
    ],
    ["code", { button: "{{vorname}}" }, ["error in button: {{vorname}} isn't a variable. Choose one from the list, or remove the braces"]],
    ["code", { subject: "{{First Name}}" }, ["error in subject: {{First Name}} isn't a variable. Did you mean {{firstname}}?"]],
    ["code", { subject: "{{}}!" }, ["error in subject: Enter a variable name between the braces {{}}, or remove them"]],
    [
      "code",
      { subject: "{{constructor}}" },
      ["error in subject: {{constructor}} isn't a variable. Choose one from the list, or remove the braces"],
    ],
    [
      "code",
      { body: "{{code}} {{button}}{{position}}\n\n{{button}}" },
      [
        "error in body: {{position}} is only available in “Joined the waitlist” emails",
        "error in body: {{button}} must be in a paragraph of its own, with an empty line before and after it",
      ],
    ],
    ["code", { subject: "{{button}}" }, ["error in subject: {{button}} can only be used in the body"]],
    [
      "joined",
      { subject: "{{terms}}" },
      ["error in subject: {{terms}} is only available in “Code”, “Personal code”, and “Reminder” emails"],
    ],
  ])("%s %j", (kind, changes, expected) => {
    expect(describeProblems(kind, changes)).toEqual(expected);
  });

  test("reports a variable once, however often it is used", () => {
    expect(describeProblems("code", { subject: "{{cod}} {{cod}} {{ cod }}" })).toHaveLength(1);
  });
});

test.each(["Hello {{firstname", "Hello {{firstname}", "Hello firstname}}", "{{{{firstname}}}}", "{{firstname}} {{ and {{code}}"])(
  "a text with unclosed braces is rejected: %j",
  (subject) => {
    expect(describeProblems("code", { subject })).toEqual([
      expect.stringMatching(/^error in subject: Braces aren't closed near “.+”\. Use two/),
    ]);
  },
);

test("a variable name in single braces gets a warning", () => {
  expect(describeProblems("code", { subject: "{code}" })).toEqual([
    "warning in subject: {code} isn't replaced. Use {{code}} for its value",
  ]);
  expect(describeProblems("code", { subject: "{smile}" })).toEqual([]);
});

describe("reports missing variables", () => {
  test.each<[EmailTemplateKind, string, string[]]>([
    ["code", "Hello", ["error in body: Add {{code}}, {{button}}, or {{claimUrl}}, so that leads get their code"]],
    ["invitation", "Hello", ["error in body: Add {{code}}, {{button}}, or {{claimUrl}}, so that leads get their code"]],
    ["joined", "Hello", ["error in body: Add {{button}} or {{positionUrl}}, so that leads can view their position"]],
    ["confirm", "Hello", ["error in body: Add {{button}} or {{confirmUrl}}, so that leads can confirm their email"]],
    ["claimed", "Hello", ["warning in body: Without {{code}}, the email doesn't say which code was claimed"]],
    ["code", "{{button}}", ["warning in body: Without {{code}}, leads can't read the code. It is only part of the link"]],
    ["code", "{{code}}", ["warning in body: Without {{button}} or {{claimUrl}}, the email has no link to the claim page"]],
    [
      "joined",
      "{{positionUrl}}",
      ["warning in body: Without {{button}}, leads have no button to view their position or leave the waitlist"],
    ],
    ["confirm", "{{confirmUrl}}", []],
  ])("in a %s template with the body %j", (kind, body, expected) => {
    expect(describeProblems(kind, { body })).toEqual(expected);
  });
});

describe("the text of a button that the body doesn't have", () => {
  const unused = (kind: EmailTemplateKind) => [
    `warning in button: The body has no {{button}}, so this text isn't shown. Add {{button}} to the body, or use the default text “${defaultEmailTemplates[kind].button}”`,
  ];
  const body = "{{code}} {{claimUrl}}";

  test.each(["Get in", "  Get in ", "{{code}}"])("has a warning: %j", (button) => {
    expect(describeProblems("code", { body, button })).toEqual(unused("code"));
    expect(describeProblems("code", { body: "{{code}}\n\n{{ button }}", button })).toEqual([]);
  });
  test.each(["", " ", defaultEmailTemplates.code.button])("has no warning if it is empty or the default: %j", (button) => {
    expect(describeProblems("code", { body, button })).toEqual([]);
  });
  test.each<[EmailTemplateKind, string]>([
    ["claimed", "{{code}}"],
    ["announcement", "We open."],
    ["confirm", "{{confirmUrl}}"],
  ])("has a warning in a %s template", (kind, text) => {
    expect(describeProblems(kind, { body: text, button: "Read" })).toEqual([...describeProblems(kind, { body: text }), ...unused(kind)]);
    expect(describeProblems(kind, { body: `${text}\n\n{{button}}`, button: "Read" })).toEqual([]);
  });
});

test("a subject that can be empty gets a warning", () => {
  expect(describeProblems("code", { subject: "{{firstname}} {{lastname}}" })).toEqual([
    "warning in subject: The subject is empty for leads without {{firstname}} or {{lastname}}. Add other text",
  ]);
  expect(describeProblems("code", { subject: "{{project}} {{firstname}}" })).toEqual([]);
});

describe("checks fallbacks", () => {
  test.each<[string, string[]]>([
    ["Hi {{firstname|there}}", []],
    ["Hi {{ firstname | you & me }} {{lastname|}}", ["error in subject: Enter a fallback after the | in {{lastname|}}, or remove the |"]],
    ["{{frstname|there}}", ["error in subject: {{frstname}} isn't a variable. Did you mean {{firstname}}?"]],
    [`{{firstname|${"x".repeat(101)}}}`, ["error in subject: The fallback of {{firstname}} must be at most 100 characters"]],
    ["{{firstname|{there}}}", [expect.stringContaining("Braces aren't closed")]],
    ["{{firstname|there}} {{lastname|}}", [expect.stringContaining("Enter a fallback")]],
    ["{{firstname|friend}}", []],
    [
      "{{firstname}}, your code",
      ["warning in subject: A line starts with {{firstname}}, which is empty for some leads. Add a fallback, such as {{firstname|Hello}}"],
    ],
    ["{{firstname|Hello}}, your code", []],
  ])("in the subject %j", (subject, expected) => {
    expect(describeProblems("code", { subject })).toEqual(expected);
  });

  test("rejects a fallback of the button", () => {
    expect(describeProblems("code", { body: "{{code}}\n\n{{button|x}}" })).toContain("error in body: {{button}} can't have a fallback");
  });
});

test("a text whose formatting would take very long to render is rejected", () => {
  const error = ["error in body: Use less formatting: at most 100 links, and no more than five list items on one line"];
  for (const part of ["[a](https://example.org) ", "*a ", "1. "])
    expect(describeProblems("announcement", { body: part.repeat(Math.floor(10_000 / part.length)) })).toEqual(error);
  const body = "* *Ada* [a](https://example.org/a_b)\n".repeat(100);
  expect(describeProblems("announcement", { body })).toEqual([]);
});

describe("checks links", () => {
  test.each([
    "https://example.org/a?b=c",
    "http://example.org",
    "mailto:a@example.org",
    "{{claimUrl}}",
    "{{ claimUrl }}",
    "<https://example.org>",
  ])("accepts a link to %j", (href) => {
    expect(describeProblems("code", { body: `{{code}} {{claimUrl}} [text](${href})` })).toEqual([]);
  });
  test.each(["javascript:alert(1)", "example.org", "/claim", "data:text/html,x", "{{firstname}}", "https://example.org/{{code}}", ""])(
    "a link to %j is rejected",
    (href) => {
      expect(describeProblems("code", { body: `{{code}} {{claimUrl}} [text](${href})` })).toEqual([
        "error in body: Links must start with https://, http:// or mailto: and can't contain variables. A whole link can be a variable, such as {{claimUrl}}",
      ]);
    },
  );
});

test("every error of a template starts with a capital letter or a variable", () => {
  const subjects = ["{{cod}}", "{{position}}", "{{button}}", "{{}}", "{{"];
  const errors = subjects.flatMap((subject) => findProblems("code", { subject, body: `${subject} ` })).filter(({ isError }) => isError);
  expect(errors.length).toBeGreaterThan(8);
  for (const { message } of errors) expect(message).toMatch(/^([A-Z]|\{\{)/);
});
