import { useCan, useSession } from "@/components/shell/session";
import { type Items, saveMerged } from "@/components/ui/merge";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { ImportKind } from "@/contract/import-values";
import { maxQuestions } from "@/contract/limits";
import { addQuestionKeys, type Question } from "@/contract/questions";
import { labels } from "./labels";

const text = labels.mapping.newField;

/** The value of the option that makes a new field of a column. */
export const newFieldOption = "new_field";

const toItems = (questions: readonly Question[]): Items<Question> => new Map(questions.map((question) => [question.key, question]));

/** The option to import a column as a new field with the name of the column, for those who can add fields, and a function that adds it. */
export function useNewField(kind: ImportKind) {
  const { questions, deletedQuestionKeys } = useSession().project;
  const { mutateAsync, isPending } = useApiMutation("PATCH /project", { changes: ["GET /project"], refreshPage: true });
  const canAdd = useCan("PATCH /project") && kind === "leads";
  const isFull = questions.length >= maxQuestions;
  const add = (column: string, onAdded: (field: string) => void) => {
    const question = {
      key: "",
      label: column.trim().slice(0, 200),
      type: "text" as const,
      options: [],
      required: false,
      onJoinForms: false,
    };
    let deletedKeys = deletedQuestionKeys;
    // The keys of questions that someone else adds or deletes at the same time aren't free either.
    const withQuestion = (items: Items<Question>) =>
      toItems(addQuestionKeys([...items.values(), question], [...deletedKeys, ...items.keys()]));
    const saved = toItems(questions);
    saveMerged(saved, withQuestion(saved), {
      send: (items, expected) => mutateAsync({ body: { questions: [...items.values()], expected: { questions: [...expected.values()] } } }),
      load: async () => {
        const project = await call("GET /project");
        deletedKeys = project.deletedQuestionKeys;
        return toItems(project.questions);
      },
      merge: (_, __, theirs) => withQuestion(theirs),
    }).then(({ questions: all }) => onAdded(`field:${all.at(-1)?.key}`), showErrorToast(text.failed));
  };
  const option = { value: newFieldOption, label: text.label, hint: isFull ? text.full(maxQuestions) : text.hint, disabled: isFull };
  return { options: canAdd ? [option] : [], add, isPending };
}
