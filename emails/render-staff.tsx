import { render } from "react-email";
import { resetLifeMinutes } from "@/contract/account";
import { aRole, type Role } from "@/contract/roles";
import { invitationLifeDays } from "@/contract/team";
import { readable } from "./names";
import type { Rendered } from "./render";
import { StaffMail, type StaffMailProps } from "./staff-mail";

/** What a message to somebody of the staff says. `link` is where its button leads. */
export type StaffMessage = { projectName: string; accent: string; link: string } & (
  | { kind: "reset" | "password_changed" | "second_factor_changed"; name: string }
  | { kind: "invitation"; role: Role; invitedBy: string | null }
);

type Words = Omit<StaffMailProps, "accent" | "button"> & { label: string };

function wordsOf(message: StaffMessage): Words {
  const project = readable(message.projectName);
  if (message.kind === "invitation") {
    return {
      title: `You are invited to the team of ${project}`,
      name: null,
      lines: [`${readable(message.invitedBy ?? "") || "Somebody"} invites you to the team of ${project}, as ${aRole(message.role)}.`],
      label: "Join the team",
      lasts: `The link works once, for ${invitationLifeDays} days.`,
      ignoring: "If you did not expect this, there is nothing you need to do: nothing changes unless you join.",
    };
  }
  const name = readable(message.name) || null;
  if (message.kind === "reset") {
    return {
      title: `Choose a new password for ${project}`,
      name,
      lines: [`Somebody asked for a new password for your account at ${project}. If it was you, choose one here:`],
      label: "Choose a new password",
      lasts: `The link works once, for ${resetLifeMinutes} minutes.`,
      ignoring: "If you did not ask for it, there is nothing you need to do: your password stays as it is.",
    };
  }
  const what = message.kind === "password_changed" ? "password" : "second factor";
  return {
    title: `Your ${what} for ${project} was changed`,
    name,
    lines: [
      `The ${what} of your account at ${project} was changed.`,
      "If it was not you, choose a new password at once, and tell an owner of the project.",
    ],
    label: "Choose a new password",
    lasts: null,
    ignoring: "If it was you, there is nothing you need to do.",
  };
}

/** Renders a message to somebody of the staff, as HTML and as text. */
export async function renderStaffMessage(message: StaffMessage): Promise<Rendered> {
  const { label, ...words } = wordsOf(message);
  const mail = <StaffMail {...words} button={{ label, link: message.link }} accent={message.accent} />;
  return { subject: words.title, html: await render(mail), text: await render(mail, { plainText: true }) };
}
