import type { SendRequest } from "./client.js";

/** The calls of one resource, such as `codes`. */
export class Resource {
  /** @internal */
  protected readonly request: SendRequest;

  /** @internal */
  constructor(request: SendRequest) {
    this.request = request;
  }
}
