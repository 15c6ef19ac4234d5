import { useCan, useSession } from "@/components/shell/session";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ImportKind } from "@/contract/import-values";
import { maxQuestions } from "@/contract/limits";
import { addQuestionKeys } from "@/contract/questions";
import { labels } from "./labels";

const text = labels.mapping.newField;

/** The value of the option that makes a new field of a column. */
export const newFieldOption = "new_field";

/** The option to import a column as a new field with the name of the column, for those who can add fields, and a function that adds it. */
export function useNewField(kind: ImportKind) {
  const { questions, deletedQuestionKeys } = useSession().project;
  const { mutate, isPending } = useApiMutation("PATCH /project", { changes: ["GET /project"], refreshPage: true });
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
    const keys = [...deletedQuestionKeys, ...questions.map(({ key }) => key)];
    mutate(
      { body: { questions: addQuestionKeys([...questions, question], keys) } },
      {
        onSuccess: (saved) => {
          const added = saved.questions.at(-1);
          if (added) onAdded(`field:${added.key}`);
        },
        onError: showErrorToast(text.failed),
      },
    );
  };
  const option = { value: newFieldOption, label: text.label, hint: isFull ? text.full(maxQuestions) : text.hint, disabled: isFull };
  return { options: canAdd ? [option] : [], add, isPending };
}
