import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { positionMessages as messages } from "./position-messages";

type ReferralLinkProps = { project: ProjectBranding & { referralPlaces: number }; link: string; referrals: number };

/** The link a lead sends to friends, and the ways to send it. What copies and shares needs script, and stays hidden without. */
export function ReferralLink({ project, link, referrals: friends }: ReferralLinkProps) {
  const text = messages.shareText(project.name);
  const ways = {
    [messages.mail]: `mailto:?${encodeQuery({ subject: project.name, body: `${text} ${link}` })}`,
    WhatsApp: `https://wa.me/?${encodeQuery({ text: `${text} ${link}` })}`,
    Telegram: `https://t.me/share/url?${encodeQuery({ url: link, text })}`,
    X: `https://x.com/intent/post?${encodeQuery({ text, url: link })}`,
  };
  return (
    <section className="grid gap-3 border-t pt-4">
      <h2 className="font-semibold">{messages.friends}</h2>
      <p>
        {messages.moves(project.referralPlaces)} {messages.joined(friends)}
      </p>
      <Field label={messages.link}>
        <Input readOnly value={link} mono className="h-11" data-link />
      </Field>
      <div data-scripted hidden className="flex gap-2">
        <Button variant="outline" size="lg" data-copy data-copied={messages.copied}>
          {messages.copy}
        </Button>
        <Button variant="outline" size="lg" data-share data-text={text} hidden>
          {messages.share}
        </Button>
      </div>
      <nav aria-label={messages.shareBy}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {Object.entries(ways).map(([name, href]) => (
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

// Mail programs show a plus where a space was meant.
const encodeQuery = (fields: Record<string, string>): string => new URLSearchParams(fields).toString().replaceAll("+", "%20");
