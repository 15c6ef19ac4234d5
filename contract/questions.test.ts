import { expect, test } from "vitest";
import { addQuestionKeys, type Question } from "./questions";

const question = (label: string, key = ""): Question => ({
  key,
  label,
  type: "text",
  options: [],
  required: false,
  onJoinForms: true,
});

test.each([
  ["What is your Company?", "what_is_your"],
  ["Café", "cafe"],
  ["2 seats", "seats"],
  ["会社名", "question"],
  ["Plan", "plan_2"],
])("the question %s gets a key that no other question has", (label, key) => {
  expect(addQuestionKeys([question("Plan", "plan"), question(label)], [])).toEqual([question("Plan", "plan"), question(label, key)]);
});

test("a new question never gets the key of a deleted one, whose answers it would show", () => {
  const keys = addQuestionKeys([question("Company"), question("Company")], ["company"]).map(({ key }) => key);
  expect(keys).toEqual(["company_2", "company_3"]);
});
