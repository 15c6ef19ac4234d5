import { describe, expect, test } from "vitest";
import { closestName } from "@/lib/closest-name";
import { findTemplateProblems, listVariables } from "./email-template-rules";
import { defaultEmailTemplates, type EmailTemplateContent, type EmailTemplateKind, emailTemplateKinds } from "./email-templates";

const problems = (kind: EmailTemplateKind, some: Partial<EmailTemplateContent>) =>
  findTemplateProblems(kind, { ...defaultEmailTemplates[kind], ...some }, closestName);
const said = (kind: EmailTemplateKind, some: Partial<EmailTemplateContent>) =>
  problems(kind, some).map(({ field, isError: refuses, message }) => `${refuses ? "refuses" : "warns"} ${field}: ${message}`);

test.each(emailTemplateKinds)("the default words of the mail %s have nothing wrong with them", (kind) => {
  expect(said(kind, {})).toEqual([]);
});

test.each(emailTemplateKinds)("every variable of the mail %s may stand in its text", (kind) => {
  const body = listVariables(kind)
    .map((name) => `{{ ${name} }}`)
    .join("\n\n");
  expect(said(kind, { body })).toEqual([]);
});

describe("what is no variable of a mail is refused where it stands", () => {
  test.each<[EmailTemplateKind, Partial<EmailTemplateContent>, string[]]>([
    ["code", { subject: "Hello {{frstname}}" }, ["refuses subject: There is no variable {{frstname}}: did you mean {{firstname}}?"]],
    [
      "code",
      { button: "{{vorname}}" },
      ["refuses button: There is no variable {{vorname}}: take one of the list, or leave the braces out"],
    ],
    ["code", { subject: "{{First Name}}" }, ["refuses subject: There is no variable {{First Name}}: did you mean {{firstname}}?"]],
    ["code", { subject: "{{}}!" }, ["refuses subject: The braces {{}} name no variable: write one between them, or take them out"]],
    [
      "code",
      { subject: "{{constructor}}" },
      ["refuses subject: There is no variable {{constructor}}: take one of the list, or leave the braces out"],
    ],
    [
      "code",
      { body: "{{code}} {{button}}{{position}}\n\n{{button}}" },
      [
        "refuses body: In this mail {{position}} says nothing: it is for “Joined the waitlist”",
        "refuses body: The button must be a paragraph by itself: leave an empty line before and after {{button}}",
      ],
    ],
    ["code", { subject: "{{button}}" }, ["refuses subject: The button stands in the text only: take {{button}} out here"]],
    ["joined", { subject: "{{terms}}" }, ["refuses subject: In this mail {{terms}} says nothing: it is for “Code” and “Personal code”"]],
  ])("%s %j", (kind, some, wanted) => {
    expect(said(kind, some)).toEqual(wanted);
  });

  test("once, however often it stands there", () => {
    expect(said("code", { subject: "{{cod}} {{cod}} {{ cod }}" })).toHaveLength(1);
  });
});

test.each(["Hello {{firstname", "Hello {{firstname}", "Hello firstname}}", "{{{{firstname}}}}", "{{firstname}} {{ and {{code}}"])(
  "%j is half-written",
  (subject) => {
    expect(said("code", { subject })).toEqual([expect.stringMatching(/^refuses subject: A variable is half-written at “.+”: write two/)]);
  },
);

test("with one brace it is warned of, where that is a variable's name", () => {
  expect(said("code", { subject: "{code}" })).toEqual(["warns subject: {code} is sent as it stands: for what it says write {{code}}"]);
  expect(said("code", { subject: "{smile}" })).toEqual([]);
});

describe("a text without what its mail is for", () => {
  test.each<[EmailTemplateKind, string, string[]]>([
    ["code", "Hello", ["refuses body: Put in {{code}}, {{button}}, or {{claimUrl}}: without that, nobody gets the code"]],
    ["invitation", "Hello", ["refuses body: Put in {{code}}, {{button}}, or {{claimUrl}}: without that, nobody gets their code"]],
    ["joined", "Hello", ["refuses body: Put in {{button}} or {{positionUrl}}: without that, nobody gets to their own page"]],
    ["confirm", "Hello", ["refuses body: Put in {{button}} or {{confirmUrl}}: without that, nobody can confirm their address"]],
    ["claimed", "Hello", ["warns body: Without {{code}} it does not say which code was claimed"]],
    ["code", "{{button}}", ["warns body: Without {{code}} nobody can read the code: it stands in the link alone"]],
    ["code", "{{code}}", ["warns body: Without {{button}} or {{claimUrl}} nothing leads to the claim page"]],
    [
      "joined",
      "{{positionUrl}}",
      ["warns body: Without {{button}} there is none to leave the waitlist by, and the words below the mail speak of it"],
    ],
    ["confirm", "{{confirmUrl}}", []],
  ])("%s of %j", (kind, body, wanted) => {
    expect(said(kind, { body })).toEqual(wanted);
  });
});

test("a subject that may say nothing at all is warned of", () => {
  expect(said("code", { subject: "{{firstname}} {{lastname}}" })).toEqual([
    "warns subject: It is empty where {{firstname}} or {{lastname}} says nothing: add words to the subject",
  ]);
  expect(said("code", { subject: "{{project}} {{firstname}}" })).toEqual([]);
});

test("what is refused begins with a word, as a field shows its first letter as a capital", () => {
  const subjects = ["{{cod}}", "{{position}}", "{{button}}", "{{}}", "{{"];
  const refused = subjects
    .flatMap((subject) => problems("code", { subject, body: `${subject} ` }))
    .filter(({ isError: refuses }) => refuses);
  expect(refused.length).toBeGreaterThan(8);
  for (const { message } of refused) expect(message).toMatch(/^[A-Z]/);
});
