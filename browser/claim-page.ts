import { claimPageMessages as messages } from "@/components/public/messages";
import { formatWithUtc } from "@/lib/dates";

/** Enhances the claim page: suggests corrections for mistyped codes, and shows times in the reader's time zone. */
const field = document.querySelector<HTMLInputElement>("input[name=code]");
const suggestions = document.querySelector<HTMLElement>("[data-suggestions]");

async function suggest(): Promise<void> {
  if (!field || !suggestions) return;
  const code = field.value;
  // Loaded on demand: the word lists are larger than the page, and most people enter a valid code.
  const [{ suggestCodes }, words] = await Promise.all([import("./code-suggestions"), import("@/contract/code-words")]);
  if (field.value === code) showSuggestions(suggestCodes(code, words));
}

function showSuggestions(codes: string[]): void {
  const [before = "", after = ""] = messages.didYouMean.split("{codes}");
  suggestions?.replaceChildren(...(codes.length === 0 ? [] : [before, ...listButtons(codes), after]));
}

const listButtons = (codes: string[]): (HTMLElement | string)[] =>
  new Intl.ListFormat("en-US", { type: "disjunction" })
    .formatToParts(codes)
    .map(({ type, value }) => (type === "element" ? createCodeButton(value) : value));

function createCodeButton(code: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = code;
  button.addEventListener("click", () => {
    if (!field) return;
    field.value = code;
    field.focus();
    showSuggestions([]);
  });
  return button;
}

field?.addEventListener("change", () => void suggest().catch(() => {}));
// The submitted code wasn't found: it may have a typo.
if (field?.value && document.querySelector("[data-not-found]")) void suggest().catch(() => {});

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]"))
  time.textContent = formatWithUtc(new Date(time.dateTime), timeZone);
