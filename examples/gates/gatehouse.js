import process from "node:process";

/** What you accept: see the table in docs/guide/gate-a-sign-up.md. */
const accepted = { by: ["claim", "invitation"] };

export const away = "You can't sign up at the moment. Try again in a few minutes.";

/**
 * Asks Gatehouse whether an email may sign up. Returns `null` if it may, and otherwise what to show. Only a clear answer is a yes: an outage, a
 * time-out or anything else that was answered refuses.
 */
export async function findRefusal(email) {
  const { GATEHOUSE = "http://localhost:3000", KEY = "" } = process.env;
  try {
    const response = await fetch(`${GATEHOUSE}/api/claims/gate`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ email, ...accepted }),
      // Supabase waits for 5 seconds, and Firebase for 7.
      signal: AbortSignal.timeout(3_000),
    });
    const { data, message } = await response.json();
    if (response.status === 200 && data.allowed === true) return null;
    // 400: there is no email, or it isn't one.
    const text = response.status === 400 ? message : data.message;
    return typeof text === "string" && text !== "" ? text : away;
  } catch {
    return away;
  }
}
