import { useState } from "react";
import { RequestError } from "@/contract/call";

/** Shows the password field once the server asks for it, because people who just signed in don't need it. */
export function usePasswordOnDemand() {
  const [isPasswordShown, setPasswordShown] = useState(false);
  const run = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    try {
      return await action();
    } catch (error) {
      if (error instanceof RequestError && error.name === "confirmation_required") setPasswordShown(true);
      throw error;
    }
  };
  return { isPasswordShown, run };
}
