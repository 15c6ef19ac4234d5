import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import { listMatchingRows } from "../jobs/handler";
import { countRows, uuidsIn } from "../sql";
import { countReasons } from "./queue-send";
import type { RecipientSource } from "./recipient-source";
import { isResendable, selectPart } from "./undelivered";

/** The leads who haven't received the code of a send. */
export type UndeliveredParams = { undeliveredOf: string };

const conditionsOf = ({ projectId }: Context, { undeliveredOf: send }: UndeliveredParams): SQL[] => [
  sql`d.project_id = ${projectId}`,
  sql`d.send_id = ${send}`,
  isResendable,
];

const count = (ctx: Context, params: UndeliveredParams): Promise<number> => countRows(ctx.db, sql`deliveries d`, conditionsOf(ctx, params));

/** The leads who haven't received the code of a send. They are identified by its deliveries, which stay the same when an email changes. */
export const undeliveredLeads: RecipientSource<UndeliveredParams> = {
  count,
  total: (ctx, { params }) => count(ctx, params),
  list: (ctx, { params }, range) =>
    listMatchingRows(
      ctx,
      { from: sql`deliveries d`, id: sql`d.id`, project: sql`d.project_id`, conditions: conditionsOf(ctx, params) },
      range,
    ),
  async select(ctx, _send, { params }, ids) {
    const conditions = [...conditionsOf(ctx, params), sql`d.id in ${uuidsIn(ids)}`];
    const { messages, skipped } = await selectPart(ctx, params.undeliveredOf, conditions);
    return { messages, skipped: countReasons(skipped) };
  },
};
