import { shareMessages as messages } from "@/components/public/messages";
import type { EmbedSettings } from "@/contract/project";
import { listShareUrls } from "@/lib/share-urls";
import { askAboutTypos } from "../email-suggestion";
import type { JoinReply } from "./api";
import { createElement } from "./create-element";

/** Improves the join form in `root`: asks about misspelled emails, and shows a link to share after joining. */
export function enhance(root: ShadowRoot, sharing: EmbedSettings["sharing"] | undefined): void {
  const form = root.querySelector("form");
  if (form) suggestEmails(form);
  root.host.addEventListener(
    "gatehouse:joined",
    (event) => root.querySelector("[role=status]")?.append(createShareSection((event as CustomEvent<JoinReply>).detail, sharing)),
    { once: true },
  );
}

/** Asks about an email in a form whose domain looks misspelled. */
function suggestEmails(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>("[name=email]");
  if (!input) return;
  const status = createElement("small", { role: "status" });
  input.after(status);
  // A part of the sentence, unlike the buttons of the form.
  const asLink = { display: "inline", width: "auto", minHeight: "0", padding: "0", border: "0", background: "none", color: "inherit" };
  askAboutTypos(input, status, (button) => Object.assign(button.style, asLink, { font: "inherit", textDecoration: "underline" }));
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
    void navigator.clipboard?.writeText(url).then(
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
