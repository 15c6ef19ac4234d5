import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { positionMessages as messages } from "./position-messages";

type ReferralLinkProps = { project: ProjectBranding & { referralBonus: number }; link: string; referrals: number };

/** A lead's referral link with buttons to copy and share it, which stay hidden without JavaScript. */
export function ReferralLink({ project, link, referrals }: ReferralLinkProps) {
  const text = messages.shareText(project.name);
  const shareUrls = {
    [messages.email]: `mailto:?${encodeQuery({ subject: project.name, body: `${text} ${link}` })}`,
    WhatsApp: `https://wa.me/?${encodeQuery({ text: `${text} ${link}` })}`,
    Telegram: `https://t.me/share/url?${encodeQuery({ url: link, text })}`,
    X: `https://x.com/intent/post?${encodeQuery({ text, url: link })}`,
  };
  return (
    <section className="grid gap-3 border-t pt-4">
      <h2 className="font-semibold">{messages.referrals}</h2>
      <p>
        {messages.referralBonus(project.referralBonus)} {messages.referralCount(referrals)}
      </p>
      <Field label={messages.link}>
        <Input readOnly value={link} mono className="h-11" data-link />
      </Field>
      <div data-javascript-only hidden className="flex gap-2">
        <Button variant="outline" size="lg" data-copy data-copied={messages.copied}>
          {messages.copyLink}
        </Button>
        <Button variant="outline" size="lg" data-share data-text={text} hidden>
          {messages.share}
        </Button>
      </div>
      <nav aria-label={messages.shareWith}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {Object.entries(shareUrls).map(([name, href]) => (
            <li key={name}>
              <a href={href} rel="noopener noreferrer" target="_blank" className="rounded-sm py-1 text-link underline underline-offset-3">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}

// Email clients show a plus sign literally.
const encodeQuery = (fields: Record<string, string>): string => new URLSearchParams(fields).toString().replaceAll("+", "%20");
