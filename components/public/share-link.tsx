import type { ProjectBranding } from "@/components/layout/logo";
import { buttonStyle } from "@/components/ui/button-style";
import { Field } from "@/components/ui/field";
import { QrCode } from "@/components/ui/qr-code";
import { cn } from "@/lib/cn";
import { listShareUrls } from "@/lib/share-urls";
import { Details, TouchInput } from "./form";
import { shareMessages as messages } from "./messages";

type ShareLinkProps = {
  project: ProjectBranding;
  link: string;
  /** How many positions a lead moves up for each friend; 0 if they don't. */
  referralBonus: number;
  /** How many friends have joined; null if that isn't shown. */
  referrals: number | null;
};

/** A lead's link to share, with what it brings. Its buttons, which need JavaScript, stay hidden without. */
export function ShareLink({ project, link, referralBonus, referrals }: ShareLinkProps) {
  const text = messages.shareText(project.name);
  return (
    <section className="grid gap-3 border-t pt-4">
      <h2 className="font-semibold">{messages.referrals}</h2>
      <p>
        {messages.referralBonus(referralBonus)} {referrals !== null && messages.referralCount(referrals)}
      </p>
      <Field label={messages.link}>
        <TouchInput readOnly value={link} mono className="text-2sm" data-link />
      </Field>
      <div data-javascript-only hidden className="flex gap-2">
        <button type="button" className={cn(buttonStyle({ variant: "outline", size: "lg" }))} data-copy data-copied={messages.copied}>
          {messages.copyLink}
        </button>
        <button type="button" className={cn(buttonStyle({ variant: "outline", size: "lg" }))} data-share data-text={text} hidden>
          {messages.share}
        </button>
      </div>
      <nav aria-label={messages.shareWith}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {listShareUrls({ link, text, subject: project.name, emailLabel: messages.email }).map(([name, href]) => (
            <li key={name}>
              <a href={href} rel="noopener noreferrer" target="_blank" className="rounded-sm py-1 text-link underline underline-offset-3">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="text-sm">
        <Details summary={messages.qrCode}>
          <QrCode text={link} label={messages.qrCodeLabel} className="my-2 size-44 border" />
        </Details>
      </div>
    </section>
  );
}
