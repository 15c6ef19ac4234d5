import { variablesOf } from "@/contract/mail-rules";
import type { MailKind, MailText } from "@/contract/mail-texts";
import type { UnlinkedMessage } from "@/emails/letter";
import { beginningOf, endOf } from "@/lib/moments";
import { dateIn, daysAfter } from "@/lib/zones";
import { nowOf } from "../clock";
import type { Context } from "../context";
import { letterheadOf, sampleCodes } from "./mail";

/** Made up; the referral code with vowels, as no lead's own has. */
const somebody = { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", referralCode: "example" };

/** For how many days the made-up code can be claimed, from today. */
const days = 30;

/** What a mail of a kind would say in these words to somebody made up, about a code that is nobody's. Every variable of its kind says something, and no other does. */
export async function sampleMessage(ctx: Context, kind: MailKind, text: MailText): Promise<UnlinkedMessage> {
  const [head, now] = await Promise.all([letterheadOf(ctx, kind), nowOf(ctx)]);
  const said = variablesOf(kind);
  const today = dateIn(head.zone, new Date(now));
  return {
    ...head,
    text,
    ...somebody,
    code: said.includes("code") ? sampleCodes.creative : null,
    place: said.includes("place") ? 12 : null,
    waiting: said.includes("waiting") ? 340 : null,
    allowedClaims: 1,
    reserved: kind === "invitation",
    validFrom: beginningOf(`${today}T09:00`, head.zone),
    validUntil: endOf(`${daysAfter(today, days)}T23:59`, head.zone),
  };
}
