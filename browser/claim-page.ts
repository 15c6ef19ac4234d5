import { claimPageMessages as messages } from "@/components/public/messages";
import { formatWithUtc } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { createChoice } from "./choice";

/** Enhances the claim page: reports that a person opened an emailed link, suggests corrections for mistyped codes, and shows times in the reader's time zone. */
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
    .map(({ type, value }) => (type === "element" && field ? createChoice(field, value, () => showSuggestions([])) : value));

field?.addEventListener("change", () => void suggest().catch(() => {}));
// The submitted code wasn't found: it may have a typo.
if (field?.value && document.querySelector("[data-not-found]")) void suggest().catch(() => {});

/** Reports once that the page of an emailed link is visible. Email scanners fetch the page, but show it to no one. */
function reportOpened(): void {
  const form = field?.form;
  if (document.visibilityState !== "visible" || !form?.elements.namedItem("linkToken")) return;
  document.removeEventListener("visibilitychange", reportOpened);
  const data = new FormData(form);
  const body = new URLSearchParams(["code", "email", "linkToken"].map((name) => [name, String(data.get(name) ?? "")]));
  void fetch(routes.forms.claimOpened, { method: "POST", body, keepalive: true }).catch(() => {});
}

// A page that the browser loads in advance isn't visible yet.
document.addEventListener("visibilitychange", reportOpened);
reportOpened();

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]"))
  time.textContent = formatWithUtc(new Date(time.dateTime), timeZone);
