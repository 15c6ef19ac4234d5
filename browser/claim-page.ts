import { claimPageMessages as say } from "@/components/public/claim-page-messages";
import { formatWithUtc } from "@/lib/local-time";

/** What the claim page does beside its form where there is script: it suggests what a mistyped code may have been, and tells times in the reader's zone. */
const field = document.querySelector<HTMLInputElement>("input[name=code]");
const suggestions = document.querySelector<HTMLElement>("[data-suggestions]");

async function suggest(): Promise<void> {
  if (!field || !suggestions) return;
  const typed = field.value;
  // The lists are larger than the page, and most people type what they were sent.
  const [{ suggestCodes: nearestCodes }, words] = await Promise.all([import("./code-suggestions"), import("@/contract/code-words")]);
  if (field.value === typed) show(nearestCodes(typed, words));
}

function show(codes: string[]): void {
  const [before, after] = say.didYouMean;
  suggestions?.replaceChildren(...(codes.length === 0 ? [] : [before, ...joined(codes.map(choice)), after]));
}

const joined = (choices: HTMLElement[]): (HTMLElement | string)[] =>
  choices.flatMap((each, place) => (place === 0 ? [each] : [place === choices.length - 1 ? say.or : ", ", each]));

function choice(code: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = code;
  button.addEventListener("click", () => {
    if (!field) return;
    field.value = code;
    field.focus();
    show([]);
  });
  return button;
}

field?.addEventListener("change", () => void suggest().catch(() => {}));
// What was refused a moment ago may have been mistyped.
if (field?.value && document.querySelector("[data-not-found]")) void suggest().catch(() => {});

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]"))
  time.textContent = formatWithUtc(new Date(time.dateTime), timeZone);
