import type { Kind, Parts, SendRequest } from "./client.js";
import { type CallError, type CallName, isGatehouseError } from "./errors.js";

/** The outcome of a call: its data, or its error. */
export type Result<Data, Name extends CallName> = { data: Data; error: null } | { data: null; error: CallError<Name> };

/** A promise of what a call returns, which knows the errors of the call. */
export class Call<Data, Name extends CallName> extends Promise<Data> {
  /** Resolves to `{ data, error }`, of which one is null, instead of rejecting. Still rejects when the `signal` is aborted. */
  safe(): Promise<Result<Data, Name>> {
    return this.then(
      (data) => ({ data, error: null }),
      (error: unknown) => {
        if (isGatehouseError(error)) return { data: null, error: error as CallError<Name> };
        throw error;
      },
    );
  }
}

/** Makes a call of a promise. */
export const toCall = <Data, Name extends CallName>(promise: Promise<Data>): Call<Data, Name> =>
  new Call((resolve, reject) => promise.then(resolve, reject));

/** Calls an endpoint. */
export const call = <Data, Name extends CallName>(
  send: SendRequest,
  name: Name,
  kind: Kind,
  endpoint: string,
  parts: Parts,
): Call<Data, Name> => toCall(send({ name, kind, endpoint, ...parts }).then(({ body }) => body.data as Data));

/** Calls an endpoint whose reply has more than `data`. */
export const callForAll = <Reply, Name extends CallName>(
  send: SendRequest,
  name: Name,
  kind: Kind,
  endpoint: string,
  parts: Parts,
): Call<Reply, Name> => toCall(send({ name, kind, endpoint, ...parts }).then(({ body: { success: _, ...reply } }) => reply as Reply));
