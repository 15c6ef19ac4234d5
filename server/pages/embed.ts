import { randomUUID } from "node:crypto";
import type { EmbedFrame } from "@/components/public/card";
import { shareMessages } from "@/components/public/messages";
import { claimConfirmationText, claimedText, joinedText } from "@/components/public/success-texts";
import { maxAnswerLength } from "@/contract/limits";
import { parseLinkedText } from "@/contract/linked-text";
import type { EmbedSettings } from "@/contract/project";
import type { Question } from "@/contract/questions";
import { createConsentId } from "@/core/projects/consent";
import { getAllowedOrigins, getProject } from "@/core/projects/record";
import { withRequestLimit } from "@/db/request-limit";
import { publicKeyPattern } from "@/lib/key-patterns";
import { log } from "@/lib/log";
import { routes, withQuery } from "@/lib/routes";
import { authenticatePublicKey } from "../authenticate";
import { createContext, getSystemContext } from "../context";
import { rejectUnlistedOrigin, setCorsHeaders } from "../cors";
import { commonHeaders, errorResponse } from "../responses";
import type { Handlers } from "./handler";

/** The options of a framed form in its URL, which must survive a submission. */
export const frameParams = ["names", "theme"] as const;

/** Reads the options of a framed form. */
export function readFrame(form: "join" | "claim", query: URLSearchParams): EmbedFrame {
  const names = query.get("names")?.toLowerCase() === "true";
  const theme = (["light", "dark"] as const).find((each) => each === query.get("theme")) ?? null;
  const params = { ...(names && { names: "true" }), ...(theme && { theme }) };
  const withOptions = (path: string) => (Object.keys(params).length === 0 ? path : withQuery(path, params));
  return { url: withOptions(routes.embed[form]), action: withOptions(routes.embed.forms[form]), names, theme };
}

/** Returns the `frame-ancestors` value for the allowed origins: any site if the list is empty, only this site if it is unknown (null). */
export function frameAncestors(origins: readonly string[] | null): string {
  if (origins?.length === 0) return "*";
  // An invalid host could end the directive.
  return ["'self'", ...(origins ?? []).filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))].join(" ");
}

/** Allows framing by the sites that may use the project's public key. Other pages can't be framed (`server/http/security-headers.ts`). */
export const framed = (handlers: Handlers): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([method, handle]) => [
      method,
      async (request: Request) => {
        const response = await handle(request);
        response.headers.set("Content-Security-Policy", framePolicy(request, frameAncestors(await getFrameOrigins())));
        return response;
      },
    ]),
  );

/** The web origins that may embed the project's forms in a frame; an empty list allows any. Returns null if the database can't be reached. */
async function getFrameOrigins(): Promise<string[] | null> {
  try {
    return await getAllowedOrigins(await getSystemContext());
  } catch (err) {
    log.warn({ err }, "could not load the allowed frame origins");
    return null;
  }
}

/** The Content-Security-Policy of the request, for a page that other pages can frame. */
const framePolicy = (request: Request, ancestors: string): string =>
  (request.headers.get("content-security-policy") ?? "frame-ancestors 'none'").replace(
    /frame-ancestors [^;]*/,
    () => `frame-ancestors ${ancestors}`,
  );

/** The field for a question as the embed script creates it. */
const toEmbedField = ({ key, label, type, options, required }: Question): EmbedSettings["questions"][number] => ({
  label,
  input: {
    name: `fields.${key}`,
    ...(type === "checkbox" ? { type: "checkbox", value: "true" } : { maxlength: String(maxAnswerLength) }),
    ...(required && { required: "" }),
  },
  // The first one is for no answer.
  ...(type === "choice" && { options: ["", ...options] }),
});

/** Responds with the settings that the embed script shows. Sites read them with their public key. */
async function getEmbedSettings(request: Request): Promise<Response> {
  const requestId = randomUUID();
  const headers = commonHeaders(requestId);
  try {
    setCorsHeaders(request, headers);
    const { searchParams } = new URL(request.url);
    // In the URL, because a header would need a preflight request.
    const key = await authenticatePublicKey(searchParams.get("key") ?? "", requestId);
    rejectUnlistedOrigin(request, key, headers);
    const actor = { kind: "public_key", id: key.keyId } as const;
    const project = await getProject(createContext({ projectId: key.projectId, actor, requestId }));
    const { accent, consentText, questions, name, referralBonus } = project;
    const consent = consentText === null ? null : { id: createConsentId(consentText), text: parseLinkedText(consentText) };
    return Response.json(
      {
        accent,
        headline: project.joinHeadline,
        success: {
          joined: joinedText(project, "{email}"),
          claimed: claimedText(project, "{code}", "{email}"),
          "confirmation-required": claimConfirmationText("{email}"),
        },
        consent,
        questions: questions.filter(({ onJoinForms }) => onJoinForms).map(toEmbedField),
        sharing: { intro: shareMessages.referralBonus(referralBonus), text: shareMessages.shareText(name), subject: name },
      } satisfies EmbedSettings,
      { headers },
    );
  } catch (error) {
    return errorResponse(error, requestId, headers);
  }
}

/** The attributes of the embed script that the preview accepts. */
const allowedAttributes = { form: /^(join|claim)$/, key: publicKeyPattern, names: /^true$/ };

/** A page with the real embedded form, which the settings show in a frame. */
async function previewForm(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const attributes = Object.entries(allowedAttributes).flatMap(([name, pattern]) => {
    const value = query.get(name) ?? "";
    return pattern.test(value) ? [`data-${name}="${value}"`] : [];
  });
  const theme = query.get("theme") === "dark" ? "dark" : "light";
  const nonce = request.headers.get("x-nonce") ?? "";
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<style nonce="${nonce}">
  :root { color-scheme: ${theme}; }
  body { margin: 0; padding: 4px; font: 15px/1.5 system-ui, sans-serif; }
</style>
<main aria-label="Form"><script src="${routes.embed.script}" ${attributes.join(" ")} nonce="${nonce}"></script></main>
</html>`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": framePolicy(request, "'self'"),
  };
  return new Response(page, { headers });
}

export const embedPages: Record<string, Handlers> = {
  [routes.embed.settings]: { GET: (request) => withRequestLimit(() => getEmbedSettings(request)) },
  [routes.embed.preview]: { GET: previewForm },
};
