import { RequestError } from "@/contract/call";

/**
 * Returns a function that creates codes, and asks before it creates those that are easy to guess. It returns null if the answer is no. `ask`
 * gets the reason.
 */
export const withConfirmedRisk =
  (ask: (reason: string) => Promise<boolean>) =>
  async <Reply>(create: (allowEasyToGuess: boolean) => Promise<Reply>): Promise<Reply | null> => {
    try {
      return await create(false);
    } catch (error) {
      if (!(error instanceof RequestError) || error.name !== "code_easy_to_guess") throw error;
      // Without the advice for programs.
      return (await ask(error.message.replace(/, or confirm .*$/, "."))) ? create(true) : null;
    }
  };
