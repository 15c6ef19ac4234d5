import { expect, test } from "vitest";
import { assignableRoles, canAssignRole, roles, roleWithArticle } from "./roles";

test("only owners make owners, and only owners and admins give roles at all", () => {
  expect(roles.map(assignableRoles)).toEqual([[], [], ["viewer", "member", "admin"], ["viewer", "member", "admin", "owner"]]);
  expect(canAssignRole("admin", "owner")).toBe(false);
});

test("every role has the article that it is said with", () => {
  expect(roles.map(roleWithArticle)).toEqual(["a viewer", "a member", "an admin", "an owner"]);
});
