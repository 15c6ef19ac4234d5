"use client";

import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { Snippet } from "@/components/ui/snippet";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { cssSnippet, cssVariables } from "./snippets";

/** How a site gives the script's form its own look. */
export function Styling() {
  const { accent } = useSession().project;
  return (
    <Card
      title="Its look"
      description="The form takes your page’s type and its color-scheme. Variables in your style sheet change the rest."
    >
      <div className="grid gap-4">
        <Snippet label="CSS" text={cssSnippet(accent)} copy />
        <Table label="Variables">
          <THead>
            <TH>Variable</TH>
            <TH>What it is of</TH>
            <TH>Without it</TH>
          </THead>
          <TBody>
            {cssVariables.map(({ name, description: what, defaultValue: without }) => (
              <TR key={name}>
                <TD mono>{name}</TD>
                <TD>{what}</TD>
                <TD className="text-muted-foreground">{without}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
    </Card>
  );
}
