import type { EmailTemplateKind } from "@/contract/email-templates";
import type { ProjectRecord } from "@/contract/project";

/** When each mail goes out. */
export const templateTriggers: Readonly<Record<EmailTemplateKind, string>> = {
  code: "When you send a code to leads",
  invitation: "When you invite leads with a code of their own",
  joined: "When somebody joins the waitlist",
  confirm: "When somebody joins and is to confirm their address",
  claimed: "When somebody claims a code",
};

type Switches = Pick<ProjectRecord, "joinedMail" | "claimedMail" | "doubleOptIn">;

/** Whether the project sends a mail at all. */
export const isTemplateEnabled = (kind: EmailTemplateKind, { sendJoinedEmail: joinedMail, sendClaimedEmail: claimedMail, doubleOptIn }: Switches): boolean =>
  kind === "joined" ? joinedMail : kind === "claimed" ? claimedMail : kind === "confirm" ? doubleOptIn : true;
