"use client";

import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";
import { SecondFactorCard } from "./second-factor-card";
import { SessionsTable } from "./sessions-table";

/** Settings of the signed-in staff member's own account. */
export function AccountView() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <SecondFactorCard />
      <SessionsTable />
    </>
  );
}
