import { describeRecovery } from "@/components/jobs";
import type { BulkRows } from "@/components/list/bulk-dialog";
import type { Confirmation } from "@/components/ui/confirm";
import type { CodeRecord } from "@/contract/codes";
import { savedFileDays } from "@/contract/limits";
import { countOf, plural } from "@/lib/plural";
import { labels, lostAccessSentence, lostAccessSentenceForMany } from "./labels";

/** Confirms pausing or resuming the selected codes. */
export const bulkConfirmations: Readonly<Record<"pause" | "resume", (rows: BulkRows) => Confirmation>> = {
  pause: ({ name, size }) => ({
    title: `Pause ${name}?`,
    consequence:
      size === "1"
        ? "Customers can't claim this code until you resume it. Customers who already claimed it keep access."
        : "Customers can't claim these codes until you resume them. Customers who already claimed one keep access.",
    action: labels.pause,
    tone: "default",
  }),
  resume: ({ name, size }) => ({
    title: `Resume ${name}?`,
    consequence:
      size === "1"
        ? "Customers can claim this code again, unless it has expired or is used up. A code in a paused batch stays paused."
        : "Customers can claim these codes again, except those that have expired or are used up. Codes in a paused batch stay paused.",
    action: labels.resume,
    tone: "default",
  }),
};

/** Confirms pausing a code, or resuming a paused one. */
export const pauseConfirmation = ({ code, status, claims }: CodeRecord): Confirmation =>
  status === "paused"
    ? {
        title: `Resume ${code}?`,
        consequence: "Customers can claim this code again, unless it has expired or is used up.",
        action: "Resume code",
        tone: "default",
        success: `${code} resumed`,
      }
    : {
        title: `Pause ${code}?`,
        consequence:
          claims > 0
            ? "Customers can't claim this code until you resume it. Customers who already claimed it keep access."
            : "Customers can't claim this code until you resume it.",
        action: "Pause code",
        tone: "default",
        success: `${code} paused`,
      };

/** Confirms replacing the words of a code. */
export const newWordsConfirmation = ({ code }: CodeRecord): Confirmation => ({
  title: `Replace the words ${code}?`,
  consequence: "The code gets another random word pair. Printed cards and copied links with the old words no longer work.",
  action: "Replace words",
  tone: "default",
});

const deletionOfOne = (claims: number | null, binDays: number) => {
  const texts = { toBin: "The code moves to the bin.", permanent: "The code is deleted permanently." };
  const { recovery, confirmText } = describeRecovery(texts, binDays);
  return { consequence: `${lostAccessSentence(claims)} Queued emails with this code are canceled. ${recovery}`, confirmText };
};

const deletionOfMany = (claims: number | null, binDays: number) => {
  const texts = { toBin: "Each code moves to the bin.", permanent: "Each code is deleted permanently." };
  const { recovery, confirmText } = describeRecovery(texts, binDays);
  return { consequence: `${lostAccessSentenceForMany(claims)} Queued emails with these codes are canceled. ${recovery}`, confirmText };
};

/** Confirms deleting a code. */
export const deleteConfirmation = ({ code, claims }: CodeRecord, binDays: number): Confirmation => ({
  title: `Delete ${code}?`,
  ...deletionOfOne(claims, binDays),
  action: "Delete code",
});

/** Confirms deleting the selected codes. `claims` is null if it isn't known. */
export const bulkDeleteConfirmation = ({ name, size }: BulkRows, claims: number | null, binDays: number): Confirmation => ({
  title: `Delete ${name}?`,
  ...(size === "1" ? deletionOfOne(claims, binDays) : deletionOfMany(claims, binDays)),
  action: labels.delete,
});

/** The copy of the dialogs of codes, which is loaded with them. */
export const dialogLabels = {
  printDialog: {
    title: (name: string) => `Print ${name}`,
    description: "Cards and labels with the code and its QR code, which opens the claim page.",
    format: "Format",
    formats: {
      pdf: { label: "Cards (PDF)", hint: "For business card sheets, labels or plain paper" },
      svg: { label: "QR codes (SVG)", hint: "A ZIP archive with an image for each code, in any size" },
      png: { label: "QR codes (PNG)", hint: "A ZIP archive with an image for each code" },
    },
    usesLeft: "Only codes that have uses left",
    sheet: "Sheet",
    perPage: (cards: number) => plural(cards, { one: "{n} per page", other: "{n} per page" }),
    skip: "Used positions",
    skipHint: "How many cards or labels of the first sheet are already used.",
    cardTitle: "Title",
    text: "Instructions",
    defaultText: "Scan the QR code, or enter your code on our website.",
    url: "URL",
    logo: "Logo",
    noLogo: "Add a logo in Settings › Project.",
    qrCode: "QR code",
    cropMarks: "Crop marks",
    size: "Image size",
    sizeHint: "Width and height in pixels, from 100 to 2,000.",
    codes: "Codes",
    preview: "Preview",
    previewAlt: "The first page",
    count: (codes: number, pages: number) => `${countOf(codes, "card")} on ${countOf(pages, "page")}. Print at 100%, without scaling.`,
    submit: "Create PDF",
    submitQrCodes: "Create ZIP",
    progress: "Creating the file",
    stays: "You can close this. The file is then in the corner of the page when it's ready.",
    ready: "Your file is ready",
    kept: `It's kept for ${savedFileDays} days.`,
    back: "Change settings",
    download: "Download",
  },
  extendDialog: {
    title: (name: string) => `Extend ${name}`,
    description: "Change the expiration or the number of uses.",
    descriptionForMany: "The change applies to every selected code, including codes you extended before.",
    usesHint: (allowedClaims: number, claims: number) =>
      claims === 0
        ? plural(allowedClaims, { one: "This code has {n} use.", other: "This code has {n} uses." })
        : plural(claims, {
            one: "This code has {n} claim, so it needs at least {n} use.",
            other: "This code has {n} claims, so it needs at least {n} uses.",
          }),
    usesHintForMany: "Codes with more claims than this keep their current number of uses.",
    extended: (code: string) => `${code} updated`,
    expiration: "Expiration",
    keepExpiration: "Don't change",
    newExpiration: "New expiration",
    /** Error if neither field is filled in. Fields show it with a capital letter. */
    noChange: "choose a new expiration, enter a new number of uses, or both",
    noExpiration: "Never expires",
    expires: "Expires",
    validThrough: (dateTime: string) => `Valid through ${dateTime}.`,
    endInPast: (dateTime: string) => `${dateTime} is in the past, so no one can claim codes that end then.`,
    chooseDate: "Choose a date",
    usesPerCode: "Uses per code",
    unchanged: "Don't change",
    save: "Save changes",
  },

  reserveDialog: {
    title: (code: string) => `Reserve ${code}`,
    description: (claims: number) =>
      claims === 0
        ? "Only the person you choose can claim this code."
        : plural(claims, {
            one: "Only the person you choose can claim this code from now on. The existing claim stays valid.",
            other: "Only the person you choose can claim this code from now on. The {n} existing claims stay valid.",
          }),
    reservedFor: "Reserved for",
    hint: "Choose a lead or enter an email. They don't have to be a lead yet.",
    domainNotAllowed: (domains: readonly string[]) =>
      `They can't claim this code. Only emails of ${new Intl.ListFormat("en", { type: "disjunction" }).format(domains)} can.`,
    save: "Save changes",
    unreserved: (code: string) => `Anyone can claim ${code}`,
    reserved: (code: string) => `${code} reserved`,
  },
};
