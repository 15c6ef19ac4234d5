"use client";

import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";
import { SecondFactor } from "./second-factor";
import { Sessions } from "./sessions";

/** What everybody of the staff changes about themselves. */
export function AccountView() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <SecondFactor />
      <Sessions />
    </>
  );
}
