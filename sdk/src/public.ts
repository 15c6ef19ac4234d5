import { type ClientOptions, createSend } from "./client.js";
import { PublicResources } from "./generated/public-calls.js";

/** The client for browsers and apps, with the public key. */
export class GatehousePublic extends PublicResources {
  constructor(options: ClientOptions) {
    super(createSend(options, { wrongKey: "sk_", rightClient: "Gatehouse from @gatehouse/sdk, on a server," }));
  }
}

export type { Call, Result } from "./call.js";
export type { CallOptions, ClientOptions, RequestInfo, ResponseInfo, WriteOptions } from "./client.js";
export {
  type CallError,
  type CallErrorName,
  type CallName,
  type ClientErrorName,
  type ErrorName,
  type ErrorNamed,
  GatehouseError,
  isGatehouseError,
} from "./errors.js";
export type { ClaimCodeInput, ClaimConfirmation, ClaimToken, CreateLeadInput, PublicSignUp } from "./generated/types.js";
