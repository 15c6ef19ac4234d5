import type { ShownProject } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { placeMessages as say } from "./place-messages";

type FriendsLinkProps = { project: ShownProject & { referralPlaces: number }; link: string; friends: number };

/** The link a lead sends to friends, and the ways to send it. What copies and shares needs script, and stays hidden without. */
export function FriendsLink({ project, link, friends }: FriendsLinkProps) {
  const text = say.shareText(project.name);
  const ways = {
    [say.mail]: `mailto:?${query({ subject: project.name, body: `${text} ${link}` })}`,
    WhatsApp: `https://wa.me/?${query({ text: `${text} ${link}` })}`,
    Telegram: `https://t.me/share/url?${query({ url: link, text })}`,
    X: `https://x.com/intent/post?${query({ text, url: link })}`,
  };
  return (
    <section className="grid gap-3 border-t pt-4">
      <h2 className="font-semibold">{say.friends}</h2>
      <p>
        {say.moves(project.referralPlaces)} {say.joined(friends)}
      </p>
      <Field label={say.link}>
        <Input readOnly value={link} mono className="h-11" data-link />
      </Field>
      <div data-scripted hidden className="flex gap-2">
        <Button variant="outline" size="lg" data-copy data-copied={say.copied}>
          {say.copy}
        </Button>
        <Button variant="outline" size="lg" data-share data-text={text} hidden>
          {say.share}
        </Button>
      </div>
      <nav aria-label={say.shareBy}>
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
const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString().replaceAll("+", "%20");
