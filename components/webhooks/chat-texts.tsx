"use client";

import type { UseFormReturn } from "react-hook-form";
import { TextField } from "@/components/ui/form";
import { type ChatMessageKind, chatMessageKinds, chatMessages, fillChatMessage } from "@/contract/chat-messages";
import { formatVariable } from "@/contract/default-email-templates";
import type { ChatFormat } from "@/contract/webhook-targets";
import type { WebhookFormInput, WebhookFormValues } from "./form-schema";
import { formatLabels, labels } from "./labels";

const { texts: copy } = labels.form;

const textIndex = (kind: ChatMessageKind): number => chatMessageKinds.indexOf(kind);

type TextFieldsProps = { form: UseFormReturn<WebhookFormInput, unknown, WebhookFormValues>; kinds: readonly ChatMessageKind[] };

/** The texts of messages to a chat. Those that are left empty are the usual ones. */
export function ChatTextFields({ form, kinds }: TextFieldsProps) {
  return (
    <>
      <p className="font-medium text-2sm">{copy.title}</p>
      {kinds.map((kind) => (
        <TextField
          key={kind}
          form={form}
          name={`texts.${textIndex(kind)}`}
          label={copy.kinds[kind]}
          hint={<Variables kind={kind} />}
          placeholder={chatMessages[kind].text}
          autoComplete="off"
        />
      ))}
    </>
  );
}

const Variables = ({ kind }: { kind: ChatMessageKind }) => (
  <span translate="no" className="flex flex-wrap gap-x-2 font-mono text-xs">
    {Object.entries(chatMessages[kind].variables).map(([name, description]) => (
      <span key={name} title={description}>
        {formatVariable(name)}
      </span>
    ))}
  </span>
);

type PreviewProps = { chat: ChatFormat; kinds: readonly ChatMessageKind[]; texts: readonly string[] };

/** The messages that a chat would get, with sample values. */
export function ChatPreview({ chat, kinds, texts }: PreviewProps) {
  return (
    <div className="grid gap-3">
      <p className="text-muted-foreground">{copy.preview(formatLabels[chat])}</p>
      <ul className="grid gap-2">
        {kinds.map((kind) => (
          <li key={kind} className="grid gap-0.5 rounded-lg border px-3 py-2">
            <span className="text-2sm text-muted-foreground">{copy.kinds[kind]}</span>
            <bdi translate="no" className="wrap-anywhere">
              {fillChatMessage(kind, texts[textIndex(kind)]?.trim() || undefined)}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
