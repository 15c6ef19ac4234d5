import { expect, test } from "vitest";
import { exampleStaff, type StaffRecord } from "@/contract/staff";
import { whyFixed } from "./permit";

const one = (id: string, some: Partial<StaffRecord> = {}): StaffRecord => ({ ...exampleStaff, id, ...some });
const grace = one("grace");
const alan = one("alan", { role: "admin" });

test("an admin cannot change an owner", () => {
  expect(whyFixed(grace, [grace, alan], "admin")).toBe("Only owners change owners.");
  expect(whyFixed(alan, [grace, alan], "admin")).toBeUndefined();
});

test("the last owner who can sign in stays one", () => {
  expect(whyFixed(grace, [grace, alan, one("ada", { disabled: true })], "owner")).toMatch(/last owner/);
  expect(whyFixed(grace, [grace, one("ada")], "owner")).toBeUndefined();
  expect(whyFixed(one("ada", { disabled: true }), [grace, one("ada", { disabled: true })], "owner")).toBeUndefined();
});
