import { claimMessages, embedMessages, errorMessage, joinMessages, tooManyAttempts } from "@/components/public/messages";
import type { LinkedTextPart } from "@/contract/linked-text";
import type { EmbedSettings } from "@/contract/project";
import { type ClaimReply, type EmbedError, getSettings, type JoinReply, postClaim, postJoin, type Result } from "./api";
import { createElement } from "./create-element";
import type { EmbedScriptOptions } from "./options";

type FormEvent = keyof EmbedSettings["success"] | "refused";

/** The copy, fields and behavior of one kind of form. */
type FormDefinition<Reply> = {
  title: string;
  button: string;
  intro?: string | null | undefined;
  fields: FieldDefinition[];
  submit: (values: Record<string, string>) => Promise<Result<Reply>>;
  /** What happened, which the project's settings have a text for. */
  event: (reply: Reply) => keyof EmbedSettings["success"];
  /** Loads what improves the form once someone fills it in. Without, it works as well. */
  enhance?: (root: ShadowRoot) => Promise<void>;
};

const emailInput = { name: "email", type: "email", required: "", maxlength: "254", autocomplete: "email" };
const nameField = (name: "firstname" | "lastname", autocomplete: string): FieldDefinition => ({
  label: joinMessages[name],
  input: { name, maxlength: "60", autocomplete },
});

const joinForm = (
  options: EmbedScriptOptions,
  { consent, headline, questions = [], sharing }: Partial<EmbedSettings>,
): FormDefinition<JoinReply> => ({
  title: headline ?? joinMessages.title,
  button: joinMessages.join,
  intro: options.referralCode && joinMessages.invited,
  fields: [
    { label: joinMessages.email, input: emailInput },
    ...(options.names ? [nameField("firstname", "given-name"), nameField("lastname", "family-name")] : []),
    ...questions,
    // Required, so it's always checked when the form is submitted.
    ...(consent ? [{ label: consent.text, input: { name: "consent", type: "checkbox", value: consent.id, required: "" } }] : []),
  ],
  submit: (values) => postJoin(options, { ...values, referralCode: options.referralCode }),
  event: () => "joined",
  enhance: async (root) => (await import(`${options.origin}/embed-join.js`)).enhance(root, sharing),
});

const claimForm = (options: EmbedScriptOptions): FormDefinition<ClaimReply> => ({
  title: claimMessages.title,
  button: claimMessages.claim,
  fields: [
    {
      label: claimMessages.code,
      hint: claimMessages.codeHint,
      input: {
        name: "code",
        value: options.code ?? "",
        required: "",
        maxlength: "200",
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
      },
    },
    { label: claimMessages.email, input: emailInput },
  ],
  submit: (values) => postClaim(options, { ...values, state: options.state }),
  event: ({ token }) => (token === null ? "confirmation-required" : "claimed"),
});

/** Values to fill in and the error to show, after a submission that the form didn't survive. */
type Attempt = { values: Record<string, string>; error: EmbedError };

/** Renders the form into `root`, replacing an earlier one. Nothing is sent before the visitor submits it. */
export async function showForm(root: ShadowRoot, options: EmbedScriptOptions, attempt?: Attempt): Promise<void> {
  const settings = await getSettings(options);
  (root.host as HTMLElement).style.setProperty("--project-accent", settings.accent ?? "");
  const retry = (failed: Attempt) => showForm(root, options, failed);
  const definition = (options.form === "join" ? joinForm : claimForm)(options, settings) as FormDefinition<JoinReply | ClaimReply>;
  renderForm(root, definition, settings.success, retry, attempt);
}

function renderForm<Reply extends JoinReply | ClaimReply>(
  root: ShadowRoot,
  definition: FormDefinition<Reply>,
  success: EmbedSettings["success"] | undefined,
  retry: (failed: Attempt) => Promise<void>,
  attempt?: Attempt,
): void {
  const { title, button, intro } = definition;
  const alert = createElement("p", { role: "alert", tabindex: "-1" });
  const submitButton = createElement("button", { type: "submit" }, button);
  const fields = definition.fields.map((field) => createField(field, attempt?.values));
  const introElement = createElement("p", {}, intro ?? "");
  const form = createElement("form", { "aria-label": title }, alert, introElement, ...fields.map(({ element }) => element), submitButton);

  const showError = (error: EmbedError) => {
    const message = formErrorMessage(error);
    alert.textContent = message;
    const invalidFields = fields.filter(({ name, setError }) => setError(error.fields?.[name]?.join(", ") ?? ""));
    (invalidFields[0]?.input ?? alert).focus();
    const setupError = setupErrors[error.name];
    if (setupError) console.error(setupError(location.origin));
    dispatchFormEvent(root.host, "refused", { error: error.name, message });
  };
  const showSuccess = (reply: Reply) => {
    const event = definition.event(reply);
    // Without the settings, the script doesn't know what happens next.
    const { title, paragraphs } = success?.[event] ?? { title: embedMessages.submitted, paragraphs: [] };
    const fillIn = (text: string) =>
      text.replace("{email}", () => reply.email).replace("{code}", () => ("code" in reply ? reply.code : ""));
    const status = createElement(
      "div",
      { role: "status", tabindex: "-1" },
      createElement("strong", {}, title),
      ...paragraphs.map((text) => createElement("p", {}, fillIn(text))),
    );
    form.replaceWith(status);
    status.focus();
    dispatchFormEvent(root.host, event, reply);
  };
  const submit = async () => {
    submitButton.ariaBusy = "true";
    alert.textContent = "";
    for (const { setError } of fields) setError("");
    const values = Object.fromEntries(
      fields.map(({ name, input }) => [name, input.type === "checkbox" && !(input as HTMLInputElement).checked ? "false" : input.value]),
    );
    const { error, reply } = await definition.submit(values).catch((): Result<Reply> => ({ error: { name: "internal" } }));
    // The consent text has changed since the form was rendered.
    if (error?.fields?.consent) return retry({ values, error });
    submitButton.ariaBusy = null;
    if (error) showError(error);
    else showSuccess(reply);
  };
  form.addEventListener("focusin", () => void definition.enhance?.(root).catch(() => {}), { once: true });
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!submitButton.ariaBusy) void submit();
  };
  root.replaceChildren(form);
  if (attempt) showError(attempt.error);
}

type FieldDefinition = {
  label: string | LinkedTextPart[];
  hint?: string;
  options?: string[];
  input: Record<string, string> & { name: string };
};

/** Creates a field with a label, a hint and an error. `setError` returns the error. */
function createField({ label, hint = "", options, input: attributes }: FieldDefinition, values?: Record<string, string>) {
  const { name } = attributes;
  const input = createElement(
    options ? "select" : "input",
    { id: name, value: values?.[name] ?? "", "aria-describedby": `${name}-hint ${name}-error`, ...attributes },
    ...(options ?? []).map((option) => new Option(option)),
  );
  const errorElement = createElement("p", { id: `${name}-error` });
  const setError = (message: string): string => {
    errorElement.textContent = message;
    input.ariaInvalid = message ? "true" : null;
    return message;
  };
  const element = createElement(
    "div",
    {},
    createElement(
      "label",
      { for: name },
      ...[label].flat().map(createPart),
      createElement("i", {}, "required" in attributes ? "" : embedMessages.optional),
    ),
    input,
    createElement("small", { id: `${name}-hint` }, hint),
    errorElement,
  );
  return { name, input, element, setError };
}

// Gatehouse links only to web and email URLs.
const createPart = (part: LinkedTextPart): Node | string =>
  part instanceof Object ? createElement("a", { href: part.url, target: "_blank" }, part.text) : part;

/** Errors that only the developer of the site can fix. */
const setupErrors: Partial<Record<EmbedError["name"], (origin: string) => string>> = embedMessages.requestSetup;

const messages = { ...claimMessages.errors, ...embedMessages.errors };

/** The message for an error, with times in the reader's time zone. */
export function formErrorMessage({ name, message, retryAfter, validFrom }: EmbedError): string {
  if (name === "unreachable") return embedMessages.unreachable;
  if (/^(too|proof)_/.test(name) && retryAfter) return tooManyAttempts(Math.ceil(retryAfter / 60));
  // The server's message is the project's own, or about few codes.
  if (message && /(s_(pau|clo)sed|_full|where|_held)$|_domain_|^batch_/.test(name)) return message;
  const text = errorMessage(messages, name);
  return validFrom && name === "code_not_started"
    ? `${text} ${claimMessages.availableFrom.replace("{time}", formatTime(validFrom))}`
    : text;
}

const formatTime = (time: string): string =>
  new Date(time).toLocaleString("en", { hourCycle: "h23", dateStyle: "medium", timeStyle: "short" });

/** Dispatches an event on the form's element. It bubbles, so that the page can listen anywhere. */
function dispatchFormEvent(host: Element, name: FormEvent, detail: object): void {
  host.dispatchEvent(new CustomEvent(`gatehouse:${name}`, { bubbles: true, composed: true, detail }));
}
