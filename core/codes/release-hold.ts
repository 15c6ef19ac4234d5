import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { releaseHoldEndpoint } from "@/contract/holds";
import { type Context, inTransaction } from "../context";
import { recordHoldEvent } from "./hold";
import { activeHolds, withoutHoldSql } from "./holds";
import { withLookAlike } from "./look-alikes";
import { codeLocks, getCodeRow } from "./record";

type HoldInput = z.output<typeof releaseHoldEndpoint.body>;
type ReleaseReply = z.output<typeof releaseHoldEndpoint.reply>;

/** Ends the hold of an email. Does nothing if there is none. Throws `code_not_found`. */
export const releaseHold = (ctx: Context, input: HoldInput): Promise<ReleaseReply> => withLookAlike(ctx, input, releaseExactHold);

const releaseExactHold = (ctx: Context, { code: key, email }: HoldInput): Promise<ReleaseReply> =>
  inTransaction(ctx, async (inner) => {
    const row = await getCodeRow(inner, key, codeLocks.change);
    const released = activeHolds(row).some((hold) => hold.email === email);
    if (released) {
      await inner.db.execute(
        sql`update codes set holds = ${withoutHoldSql(email)} where project_id = ${inner.projectId} and key = ${row.key}`,
      );
      await recordHoldEvent(inner, "code.hold_released", { row, email });
    }
    return { code: row.text, email, released };
  });
