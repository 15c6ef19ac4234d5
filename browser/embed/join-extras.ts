import { joinPageMessages, shareMessages as messages } from "@/components/public/messages";
import type { EmbedSettings } from "@/contract/project";
import { copyText } from "@/lib/copy-text";
import { listShareUrls } from "@/lib/share-urls";
import { suggestEmail } from "@/lib/suggest-email";
import { askAboutTypos } from "../email-suggestion";
import type { JoinReply } from "./api";
import { createElement } from "./create-element";

const latestForms = new WeakMap<ShadowRoot, HTMLFormElement>();

/** Improves the join form in `root`: asks about misspelled emails, and after joining, offers to join again and shows a link to share. */
export function enhance(root: ShadowRoot, sharing: EmbedSettings["sharing"] | undefined): void {
  const form = root.querySelector("form");
  if (!form) return;
  suggestEmails(form);
  const isFirst = !latestForms.has(root);
  latestForms.set(root, form);
  if (!isFirst) return;
  root.host.addEventListener("gatehouse:joined", (event) => {
    const { detail } = event as CustomEvent<JoinReply>;
    const status = root.querySelector("[role=status]");
    status?.append(createJoinAgain(detail.email, () => showAgain(status, latestForms.get(root) ?? form, detail.email)));
    status?.append(createShareSection(detail, sharing));
  });
}

/** Asks whether the email was wrong, with the one that was probably meant. */
function createJoinAgain(email: string, joinAgain: () => void): HTMLElement {
  const suggestion = suggestEmail(email);
  const question = suggestion === null ? joinPageMessages.wrongEmail : joinPageMessages.didYouMean.replace("{email}", suggestion);
  const button = createElement("button", { type: "button" }, joinPageMessages.joinAgain);
  styleAsLink(button);
  button.onclick = joinAgain;
  return createElement("p", {}, `${question} `, button);
}

/** Shows the form again with what was entered, apart from the email that was wrong. */
function showAgain(status: Element, form: HTMLFormElement, email: string): void {
  status.replaceWith(form);
  const input = form.querySelector<HTMLInputElement>("[name=email]");
  if (!input) return;
  input.value = suggestEmail(email) ?? "";
  input.focus();
}

// A part of the sentence, unlike the buttons of the form.
const styleAsLink = (button: HTMLElement): void =>
  void Object.assign(button.style, {
    display: "inline",
    width: "auto",
    minHeight: "0",
    padding: "0",
    border: "0",
    background: "none",
    color: "inherit",
    font: "inherit",
    textDecoration: "underline",
  });

/** Asks about an email in a form whose domain looks misspelled. */
function suggestEmails(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>("[name=email]");
  if (!input) return;
  const status = createElement("small", { role: "status" });
  input.after(status);
  askAboutTypos(input, status, styleAsLink);
}

/** A lead's link to share, with what sharing brings. Without the project's settings, only the link. */
function createShareSection(
  { referral: { url } }: JoinReply,
  { intro, text, subject }: EmbedSettings["sharing"] = { intro: "", text: "", subject: "" },
): HTMLElement {
  const input = createElement("input", { readonly: "", value: url, "aria-label": messages.link });
  input.onfocus = () => input.select();
  const copyButton = createElement("button", { type: "button" }, messages.copyLink);
  copyButton.onclick = () =>
    void copyText(url).then(
      () => {
        copyButton.textContent = messages.copied;
      },
      () => input.select(),
    );
  const links = listShareUrls({ link: url, text, subject, emailLabel: messages.email }).map(([name, href]) =>
    createElement("a", { href, target: "_blank", rel: "noopener noreferrer" }, name),
  );
  const buttons = "share" in navigator ? [copyButton, createShareButton({ text, url })] : [copyButton];
  const section = createElement(
    "section",
    {},
    createElement("strong", {}, messages.referrals),
    createElement("p", {}, intro),
    input,
    createElement("div", {}, ...buttons),
    createElement("nav", { "aria-label": messages.shareWith }, ...links),
  );
  // Sites can forbid style elements, but not these.
  Object.assign(section.style, { display: "grid", gap: "0.75em", marginTop: "1.5em" });
  for (const row of section.querySelectorAll<HTMLElement>("div, nav"))
    Object.assign(row.style, { display: "flex", flexWrap: "wrap", gap: "0.5em 1em" });
  for (const button of buttons) Object.assign(button.style, { flex: "1", width: "auto" });
  return section;
}

function createShareButton(data: ShareData): HTMLButtonElement {
  const button = createElement("button", { type: "button" }, messages.share);
  button.onclick = () => void navigator.share(data).catch(() => {});
  return button;
}
