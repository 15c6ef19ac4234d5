"use client";

import type { Column } from "@/components/list/columns";
import { ShortTable } from "@/components/list/query-table";
import { useCan } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Snippet } from "@/components/ui/snippet";
import { Interpolate } from "@/components/ui/text";
import { frameParameters, scriptAttributes } from "@/lib/embed-attributes";
import { routes } from "@/lib/routes";
import { type EmbedOptions, fitSnippet } from "./embed-snippets";

const labels = {
  attributes: {
    script: { title: "Attributes", description: "All attributes of the script.", name: "Attribute" },
    frame: { title: "Parameters", description: "All parameters of the frame's URL.", name: "Parameter" },
    example: "Example",
    meaning: "Meaning",
  },

  texts: {
    title: "Texts",
    /** The links are replaced by links. */
    description:
      "The page, frames and the script say the same before and after the form is submitted. The script leaves out the headline, which your page has. Change the texts under {pages} and {project}.",
    pages: "Public pages",
    project: "Project",
  },

  fit: {
    title: "Fit the frame to your page",
    description:
      "Optional: with this script, the frame takes the height of the form, and follows the light or dark color scheme of your page. Without it, the frame keeps the height in its HTML.",
    html: "Script for your page",
  },
} as const;

type Attribute = (typeof scriptAttributes | typeof frameParameters)[number];

const attributeName = ({ name }: Attribute) => name;

const attributeColumns = (nameHeader: string): readonly Column<Attribute>[] => [
  { id: "name", header: nameHeader, mono: true, cell: ({ name }) => name },
  { id: "example", header: labels.attributes.example, mono: true, cell: ({ example }) => example },
  { id: "meaning", header: labels.attributes.meaning, className: "min-w-60 whitespace-normal", cell: ({ description }) => description },
];

/** All attributes of the script, or parameters of the frame, that apply to the form. */
export function Attributes({ form, method }: Pick<EmbedOptions, "form" | "method">) {
  const copy = labels.attributes[method];
  const rows = (method === "script" ? scriptAttributes : frameParameters).filter(({ forms }) => forms.includes(form));
  return (
    <Card title={copy.title} description={copy.description}>
      <ShortTable label={copy.title} columns={attributeColumns(copy.name)} getRowId={attributeName} items={rows} />
    </Card>
  );
}

export function FitFrame({ baseUrl }: { baseUrl: string }) {
  const copy = labels.fit;
  return (
    <Card title={copy.title} description={copy.description}>
      <Snippet label={copy.html} text={fitSnippet(baseUrl)} copy />
    </Card>
  );
}

/** Where the texts of the forms are changed. */
export function Texts() {
  const canEdit = useCan("PATCH /project");
  const { title, description, pages, project } = labels.texts;
  const linkTo = (href: string, label: string) => (canEdit ? <TextLink href={href}>{label}</TextLink> : label);
  return (
    <Card title={title}>
      <p className="max-w-2xl text-muted-foreground">
        <Interpolate
          text={description}
          values={{ pages: linkTo(routes.settings.publicPages, pages), project: linkTo(routes.settings.project, project) }}
        />
      </p>
    </Card>
  );
}
