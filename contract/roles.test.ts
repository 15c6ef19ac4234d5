import { expect, test } from "vitest";
import { aRole, mayGive, roles, rolesFor } from "./roles";

test("only owners make owners, and only owners and admins give roles at all", () => {
  expect(roles.map(rolesFor)).toEqual([[], [], ["viewer", "member", "admin"], ["viewer", "member", "admin", "owner"]]);
  expect(mayGive("admin", "owner")).toBe(false);
});

test("every role has the article that it is said with", () => {
  expect(roles.map(aRole)).toEqual(["a viewer", "a member", "an admin", "an owner"]);
});
