import { render } from "react-email";
import type { EmailTemplateContent } from "@/contract/default-email-templates";
import { fillVariables } from "@/contract/fill-variables";
import { sanitizeName } from "@/lib/sanitize-name";
import { LeadEmail, type LeadEmailProps } from "./lead-email";
import { type LeadEmailData, type VariableValues, variableValues } from "./lead-email-data";
import { createEmailLogo } from "./logo";
import { withOutlookTable, withoutOutlookTable } from "./outlook-table";

/** A rendered email. Its HTML refers to the logo, which is a PNG image, by `logoSource`. */
export type RenderedEmail = { subject: string; html: string; text: string; logo?: Buffer };

type VariableName = keyof VariableValues | "unsubscribeUrl";

// Templates are rendered with one private-use character per variable, which is then replaced by the lead's value.
const firstPlaceholder = 0xe000;
const placeholders = /[\uE000-\uE0FF]/g;
const removePlaceholders = (text: string): string => text.replace(/[\uE000-\uF8FF]/g, "");

const maxCachedTemplates = 100;
const templateCache = new Map<string, Promise<RenderedEmail>>();

/** Rendering React takes longer than sending, so leads with the same set of known variables share one rendering. */
function cachedTemplate(props: LeadEmailProps): Promise<RenderedEmail> {
  const key = JSON.stringify(props);
  const cached = templateCache.get(key);
  if (cached) return cached;
  if (templateCache.size >= maxCachedTemplates) templateCache.clear();
  const template = renderTemplate(props);
  templateCache.set(key, template);
  template.catch(() => templateCache.delete(key));
  return template;
}

async function renderTemplate(props: LeadEmailProps): Promise<RenderedEmail> {
  const email = <LeadEmail {...props} />;
  return {
    subject: fillVariables(props.text.subject, props.values),
    html: withOutlookTable(await render(email)),
    text: withoutOutlookTable(await render(email, { plainText: true })),
  };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Puts a subject on one line, even if a name contains line breaks. */
const singleLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Renders an email to a lead as HTML and plain text. */
export async function renderLeadEmail(data: LeadEmailData): Promise<RenderedEmail> {
  const values: Record<VariableName, string | null> = { ...variableValues(data), unsubscribeUrl: data.unsubscribeUrl };
  const names = Object.keys(values) as VariableName[];
  const placeholderValues = Object.fromEntries(
    names.map((name, index) => [name, values[name] === null ? null : String.fromCharCode(firstPlaceholder + index)]),
  ) as Record<VariableName, string | null>;
  const { unsubscribeUrl, ...variables } = placeholderValues;
  const text: EmailTemplateContent = {
    subject: removePlaceholders(data.text.subject),
    body: removePlaceholders(data.text.body),
    button: removePlaceholders(data.text.button),
  };
  const logo = await createEmailLogo(data.logo);
  const template = await cachedTemplate({
    kind: data.kind,
    text,
    values: variables,
    unsubscribeUrl,
    accent: data.accent,
    buttonColor: data.buttonColor,
    footer: data.footer && removePlaceholders(data.footer),
    logo: logo && { alt: sanitizeName(data.projectName), width: logo.width, height: logo.height, background: logo.background },
  });
  const fill = (part: string, format: (value: string) => string) =>
    part.replace(placeholders, (placeholder) => format(values[names[placeholder.charCodeAt(0) - firstPlaceholder] ?? "email"] ?? ""));
  return {
    subject: singleLine(fill(template.subject, (value) => value)),
    html: fill(template.html, escapeHtml),
    text: fill(template.text, (value) => value),
    ...(logo && { logo: logo.png }),
  };
}
