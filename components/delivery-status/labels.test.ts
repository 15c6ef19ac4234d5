import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deliveryStatuses } from "@/contract/enums";
import { deliveryStatusLabels } from "./labels";

test("the guide explains every status of an email by the label that all pages show", () => {
  const guide = readFileSync(new URL("../../docs/guide/sending-email.md", import.meta.url), "utf8");
  const table = guide.split("## What the statuses mean")[1]?.split("\n\n")[1] ?? "";
  const [, , ...rows] = table.split("\n");
  expect(rows.map((row) => row.split("|")[1]?.trim())).toEqual(deliveryStatuses.map((status) => deliveryStatusLabels[status].label));
});
