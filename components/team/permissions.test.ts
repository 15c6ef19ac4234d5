import { expect, test } from "vitest";
import { exampleStaff, type StaffRecord } from "@/contract/staff";
import { roleLockReason } from "./permissions";

const one = (id: string, some: Partial<StaffRecord> = {}): StaffRecord => ({ ...exampleStaff, id, ...some });
const grace = one("grace");
const alan = one("alan", { role: "admin" });

test("an admin cannot change an owner", () => {
  expect(roleLockReason(grace, [grace, alan], "admin")).toBe("Only owners change owners.");
  expect(roleLockReason(alan, [grace, alan], "admin")).toBeUndefined();
});

test("the last owner who can sign in stays one", () => {
  expect(roleLockReason(grace, [grace, alan, one("ada", { disabled: true })], "owner")).toMatch(/last owner/);
  expect(roleLockReason(grace, [grace, one("ada")], "owner")).toBeUndefined();
  expect(roleLockReason(one("ada", { disabled: true }), [grace, one("ada", { disabled: true })], "owner")).toBeUndefined();
});
