import { claimMessages } from "@/components/public/claim-messages";
import { embedMessages } from "@/components/public/embed-messages";
import { joinMessages } from "@/components/public/join-messages";
import type { EmbedOptions } from "./options";
import { dispatchFormEvent } from "./events";
import { createElement } from "./create-element";
import { type ClaimReply, claimCode, type JoinReply, joinWaitlist, type Result, type FormError } from "./api";
import { formErrorMessage } from "./error-message";

/** A form of one kind: its words and fields, what sends it, and what is said once that is done. */
type Kind<Reply> = {
  title: string;
  submit: string;
  intro?: string | undefined;
  fields: Parameters<typeof field>[0][];
  send: (values: Record<string, string>) => Promise<Result<Reply>>;
  done: { event: "joined" | "claimed"; title: string; text: (reply: Reply) => string };
};

const email = { name: "email", type: "email", required: "", maxlength: "254", autocomplete: "email" };
const name = (name: "firstname" | "lastname", autocomplete: string) => ({
  label: joinMessages[name],
  input: { name, maxlength: "200", autocomplete },
});

const joining = (asked: EmbedOptions): Kind<JoinReply> => ({
  title: joinMessages.title,
  submit: joinMessages.join,
  intro: asked.referralCode && joinMessages.invited,
  fields: [
    { label: joinMessages.email, input: email },
    ...(asked.names ? [name("firstname", "given-name"), name("lastname", "family-name")] : []),
  ],
  send: (values) => joinWaitlist(asked, { ...values, referralCode: asked.referralCode }),
  done: { event: "joined", title: embedMessages.joined, text: (reply) => embedMessages.joinedText(reply.email) },
});

const claiming = (asked: EmbedOptions): Kind<ClaimReply> => ({
  title: claimMessages.title,
  submit: claimMessages.claim,
  fields: [
    {
      label: claimMessages.code,
      hint: claimMessages.codeHint,
      input: {
        name: "code",
        value: asked.code ?? "",
        required: "",
        maxlength: "200",
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
      },
    },
    { label: claimMessages.email, input: email },
  ],
  send: (values) => claimCode(asked, values),
  done: { event: "claimed", title: claimMessages.claimed, text: ({ code, email }) => claimMessages.claimedText(code, email) },
});

/** Puts the form that was asked for into `root`. Nothing is sent before somebody sends it. */
export function showForm(root: ShadowRoot, asked: EmbedOptions): void {
  if (asked.form === "join") show(root, joining(asked));
  else show(root, claiming(asked));
}

function show<Reply extends JoinReply | ClaimReply>(root: ShadowRoot, { title, submit, intro, fields, send, done }: Kind<Reply>): void {
  const problem = createElement("p", { role: "alert", tabindex: "-1" });
  const button = createElement("button", { type: "submit" }, submit);
  const shown = fields.map(field);
  const form = createElement("form", { "aria-label": title }, problem, createElement("p", {}, intro ?? ""), ...shown.map(({ part }) => part), button);
  let isBusy = false;

  const refuse = (why: FormError) => {
    const sentence = formErrorMessage(why);
    problem.textContent = sentence;
    const wrong = shown.filter(({ name, say }) => say(why.fields?.[name]?.join(", ") ?? ""));
    (wrong[0]?.input ?? problem).focus();
    // What only whoever builds the site can mend.
    if (why.error === "bad_key") console.error(embedMessages.wrong.bad_key);
    if (why.error === "origin_not_allowed") console.error(embedMessages.wrong.origin_not_allowed(location.origin));
    dispatchFormEvent(root.host, "refused", { error: why.error, message: sentence });
  };
  const finish = (reply: Reply) => {
    const outcome = createElement("div", { role: "status", tabindex: "-1" }, createElement("strong", {}, done.title), createElement("p", {}, done.text(reply)));
    form.replaceWith(outcome);
    outcome.focus();
    dispatchFormEvent(root.host, done.event, reply);
  };
  const submitted = async () => {
    isBusy = true;
    button.setAttribute("aria-busy", "true");
    problem.textContent = "";
    for (const { say } of shown) say("");
    const { why, reply } = await send(Object.fromEntries(shown.map(({ name, input }) => [name, input.value]))).catch(
      (): Result<Reply> => ({ why: { error: "internal" } }),
    );
    isBusy = false;
    button.removeAttribute("aria-busy");
    if (why) refuse(why);
    else finish(reply);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isBusy) void submitted();
  });
  root.append(form);
}

type Field = { label: string; hint?: string; input: Record<string, string> & { name: string } };

/** A field with its label, its hint and what is wrong with it, which `say` changes; that answers whether something is. */
function field({ label, hint = "", input: attributes }: Field) {
  const { name } = attributes;
  const input = createElement("input", { id: name, ...attributes });
  const error = createElement("p", { id: `${name}-error` });
  const say = (wrong: string): boolean => {
    error.textContent = wrong;
    input.ariaInvalid = wrong ? "true" : null;
    input.setAttribute("aria-describedby", `${hint && `${name}-hint`} ${wrong && `${name}-error`}`.trim());
    return wrong !== "";
  };
  say("");
  const part = createElement(
    "div",
    {},
    createElement("label", { for: name }, label, createElement("i", {}, "required" in attributes ? "" : " (optional)")),
    input,
    ...(hint ? [createElement("small", { id: `${name}-hint` }, hint)] : []),
    error,
  );
  return { name, input, part, say };
}
