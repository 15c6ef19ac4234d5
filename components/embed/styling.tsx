"use client";

import { useVisitor } from "@/components/shell/visitor";
import { Card } from "@/components/ui/card";
import { Snippet } from "@/components/ui/snippet";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { styleOf, variables } from "./snippets";

/** How a site gives the script's form its own look. */
export function Look() {
  const { accent } = useVisitor().project;
  return (
    <Card
      title="Its look"
      description="The form takes your page’s type and its color-scheme. Variables in your style sheet change the rest."
    >
      <div className="grid gap-4">
        <Snippet label="CSS" text={styleOf(accent)} copy />
        <Table label="Variables">
          <THead>
            <TH>Variable</TH>
            <TH>What it is of</TH>
            <TH>Without it</TH>
          </THead>
          <TBody>
            {variables.map(({ name, what, without }) => (
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
