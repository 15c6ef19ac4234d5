"use client";

import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { Snippet } from "@/components/ui/snippet";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { labels } from "./labels";
import { cssSnippet, cssVariables } from "./snippets";

const copy = labels.styling;

/** The CSS variables of the script's form. */
export function Styling() {
  const { accent } = useSession().project;
  return (
    <Card title={copy.title} description={copy.description}>
      <div className="grid gap-4">
        <Snippet label={copy.css} text={cssSnippet(accent)} copy />
        <Table label={copy.table}>
          <THead>
            <TH>{copy.variable}</TH>
            <TH>{copy.changes}</TH>
            <TH>{copy.defaultValue}</TH>
          </THead>
          <TBody>
            {cssVariables.map(({ name, description, defaultValue }) => (
              <TR key={name}>
                <TD mono>{name}</TD>
                <TD>{description}</TD>
                <TD className="text-muted-foreground">{defaultValue}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
    </Card>
  );
}
