import { expect, test } from "vitest";
import { assignableRoles, canAssignRole, roles, roleWithArticle } from "./roles";

test("only owners can assign the owner role, and only owners and admins can assign roles", () => {
  expect(roles.map(assignableRoles)).toEqual([[], [], ["viewer", "member", "admin"], ["viewer", "member", "admin", "owner"]]);
  expect(canAssignRole("admin", "owner")).toBe(false);
});

test("every role has the correct article", () => {
  expect(roles.map(roleWithArticle)).toEqual(["a viewer", "a member", "an admin", "an owner"]);
});
