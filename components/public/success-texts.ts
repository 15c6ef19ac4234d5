import type { ProjectRecord } from "@/contract/project";
import { claimMessages, claimPageMessages, joinPageMessages } from "./messages";

/** What a form says after it was submitted: a title and paragraphs. */
export type SuccessText = { title: string; paragraphs: string[] };

type JoinSettings = Pick<ProjectRecord, "name" | "doubleOptIn" | "sendJoinedEmail" | "joinSuccessMessage">;

/** What the page, frames and the script say after someone joins. It is the same for new and known emails. */
export function joinedText({ name, doubleOptIn, sendJoinedEmail, joinSuccessMessage }: JoinSettings, email: string): SuccessText {
  const { checkEmail, checkEmailText, joined, positionByEmail } = joinPageMessages;
  if (doubleOptIn) return { title: checkEmail, paragraphs: [checkEmailText(email, name)] };
  return {
    title: joined,
    paragraphs: [joinSuccessMessage ?? joinPageMessages.joinedText(email), ...(sendJoinedEmail ? [positionByEmail(email)] : [])],
  };
}

/** What they say after a code is claimed. */
export const claimedText = ({ successMessage }: Pick<ProjectRecord, "successMessage">, code: string, email: string): SuccessText => ({
  title: claimMessages.claimed,
  paragraphs: [successMessage ?? claimMessages.claimedText(code, email)],
});

/** What they say if a claim must be finished with an emailed link. */
export const claimConfirmationText = (email: string): SuccessText => ({
  title: claimMessages.checkEmail,
  paragraphs: [claimPageMessages.checkEmailText(email)],
});
