import { expect, test } from "vitest";
import { exampleStaff, type StaffRecord } from "@/contract/staff-fields";
import { roleLockReason } from "./actions";

const createStaff = (id: string, fields: Partial<StaffRecord> = {}): StaffRecord => ({ ...exampleStaff, id, ...fields });
const grace = createStaff("grace");
const alan = createStaff("alan", { role: "admin" });

test("an admin can't change an owner", () => {
  expect(roleLockReason(grace, [grace, alan], "admin")).toBe("Only owners can change other owners.");
  expect(roleLockReason(alan, [grace, alan], "admin")).toBeUndefined();
});

test("the last owner who can sign in can't lose the role", () => {
  const disabledOwner = createStaff("ada", { disabled: true });
  expect(roleLockReason(grace, [grace, alan, disabledOwner], "owner")).toMatch(/last owner/);
  expect(roleLockReason(grace, [grace, createStaff("ada")], "owner")).toBeUndefined();
  expect(roleLockReason(disabledOwner, [grace, disabledOwner], "owner")).toBeUndefined();
});
