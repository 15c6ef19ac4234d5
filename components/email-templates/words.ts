import type { MailKind } from "@/contract/mail-texts";
import type { ProjectRecord } from "@/contract/project";

/** When each mail goes out. */
export const mailTimes: Readonly<Record<MailKind, string>> = {
  code: "When you send a code to leads",
  invitation: "When you invite leads with a code of their own",
  joined: "When somebody joins the waitlist",
  confirm: "When somebody joins and is to confirm their address",
  claimed: "When somebody claims a code",
};

type Switches = Pick<ProjectRecord, "joinedMail" | "claimedMail" | "doubleOptIn">;

/** Whether the project sends a mail at all. */
export const isSent = (kind: MailKind, { joinedMail, claimedMail, doubleOptIn }: Switches): boolean =>
  kind === "joined" ? joinedMail : kind === "claimed" ? claimedMail : kind === "confirm" ? doubleOptIn : true;
