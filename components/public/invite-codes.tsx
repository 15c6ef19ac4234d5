import { buttonStyle } from "@/components/ui/button-style";
import type { InviteCode } from "@/contract/invite-codes";
import { routes, withQuery } from "@/lib/routes";
import { inviteMessages as messages } from "./messages";

export type Invites = { available: number; codes: readonly Pick<InviteCode, "code" | "url" | "status" | "claims">[] };

/** The codes that a lead can pass on, and how they get them. Opening the page creates none, because email scanners open links too. */
export function InviteCodes({ token, invites: { available, codes } }: { token: string; invites: Invites }) {
  const unused = codes.filter(({ claims, status }) => claims === 0 && status === "active").length;
  return (
    <section className="grid gap-3 border-t pt-4">
      <h2 className="font-semibold">{messages.title}</h2>
      <p>{messages.intro(unused + available)}</p>
      {codes.length > 0 && (
        <ul className="grid gap-2">
          {codes.map((each) => (
            <Invite key={each.code} invite={each} />
          ))}
        </ul>
      )}
      {available > 0 && (
        <form method="post" action={withQuery(routes.forms.inviteCodes, { token })}>
          <input type="hidden" name="token" value={token} />
          <button type="submit" className={buttonStyle({ variant: codes.length === 0 ? "default" : "outline", size: "touch" })}>
            {codes.length === 0 ? messages.show(available) : messages.showMore(available)}
          </button>
        </form>
      )}
    </section>
  );
}

function inviteStatus({ status, claims }: Invites["codes"][number]): string {
  if (claims > 0) return messages.used;
  return status === "active" ? messages.unused : status === "expired" ? messages.expired : messages.paused;
}

/** A code, whether a friend has used it, and its link. The button needs JavaScript, and stays hidden without. */
function Invite({ invite }: { invite: Invites["codes"][number] }) {
  const canBeUsed = invite.claims === 0 && invite.status === "active";
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-1.5">
      <span className="grid min-w-0 flex-1">
        {canBeUsed ? (
          <a
            href={invite.url}
            translate="no"
            className="w-fit max-w-full break-all rounded-sm font-mono text-link underline underline-offset-3"
          >
            {invite.code}
          </a>
        ) : (
          <span translate="no" className="break-all font-mono text-muted-foreground">
            {invite.code}
          </span>
        )}
        <span className="text-muted-foreground text-sm">{inviteStatus(invite)}</span>
      </span>
      {canBeUsed && (
        <button
          type="button"
          data-javascript-only
          hidden
          data-copy={invite.url}
          data-copied={messages.copied}
          aria-label={messages.copyLinkOf(invite.code)}
          className={buttonStyle({ variant: "outline", size: "lg" })}
        >
          {messages.copyLink}
        </button>
      )}
    </li>
  );
}
