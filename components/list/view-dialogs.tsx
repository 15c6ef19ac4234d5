"use client";

import { ConfirmMutation } from "@/components/ui/confirm";
import { TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { createViewEndpoint } from "@/contract/views";
import { listLabels } from "./labels";
import { toViewInput } from "./list-url";
import type { ListName, ViewAction, ViewList } from "./views";

const { dialogs: labels } = listLabels.views;

type ViewDialogsProps = { open: boolean; onClose: () => void; action: ViewAction; name: ListName; list: ViewList };

/** The dialogs that save, rename and delete a view. */
export function ViewDialogs({ open, onClose, action, name, list }: ViewDialogsProps) {
  const remove = useApiMutation((id: string) => call("DELETE /views/:id", { params: { id } }));
  const isCreating = action.kind === "create";
  return (
    <>
      <FormDialog
        open={open && action.kind !== "delete"}
        onClose={onClose}
        title={isCreating ? labels.saveTitle : labels.renameTitle}
        description={isCreating ? labels.saveDescription : undefined}
      >
        <NameForm action={action} name={name} list={list} onDone={onClose} />
      </FormDialog>
      {action.kind === "delete" && (
        <ConfirmMutation
          open={open}
          onClose={onClose}
          title={labels.deleteTitle(action.view.name)}
          consequence={labels.deleteConsequence}
          action={labels.delete}
          mutation={remove}
          input={action.view.id}
          successMessage={labels.deleted(action.view.name)}
        />
      )}
    </>
  );
}

const NameBody = createViewEndpoint.body.pick({ name: true });

function NameForm({ action, name: list, list: state, onDone }: Omit<ViewDialogsProps, "open" | "onClose"> & { onDone: () => void }) {
  const renamed = action.kind === "rename" ? action.view : null;
  const form = useZodForm(NameBody, { defaultValues: { name: renamed?.name ?? "" } });
  const save = useApiMutation(({ name }: { name: string }) =>
    renamed === null
      ? call("POST /views", { body: { list, name, ...toViewInput(state.view) } })
      : call("PATCH /views/:id", { params: { id: renamed.id }, body: { name } }),
  );
  const submit = async (values: { name: string }) => {
    const { id, name } = await save.mutateAsync(values);
    if (renamed === null) state.setViewId(id);
    toast.success(renamed === null ? labels.saved(name) : labels.renamed(name));
    onDone();
  };
  return (
    <DialogForm form={form} onSubmit={submit} submitLabel={renamed === null ? labels.save : labels.rename}>
      <TextField form={form} name="name" label={labels.name} autoComplete="off" dir="auto" />
    </DialogForm>
  );
}
