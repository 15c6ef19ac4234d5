import "server-only";
import type { Endpoint } from "@/contract/endpoint";
import { type Credential, kindOfKey, recogniseKey } from "@/core/keys/key";
import { Refusal } from "@/core/refusal";
import { hashOf } from "@/lib/ids";
import { services } from "./services";

/** How long a key that was recognised is not looked up again, in milliseconds; a revoked one bites within this. */
const trustFor = 800;
const mostRemembered = 1000;
const remembered = new Map<string, { credential: Credential; until: number }>();

/** Who calls, by the key in the Authorization header. Refuses with `bad_key`, and with `secret_key_required` where that kind of key may not. */
export async function authenticate(request: Request, endpoint: Endpoint): Promise<Credential> {
  const [, value] = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (value === undefined || kindOfKey(value) === null) throw badKey();
  const credential = await recognise(value);
  if (!endpoint.access.includes(credential.kind)) throw new Refusal("secret_key_required");
  return credential;
}

async function recognise(value: string): Promise<Credential> {
  const hash = hashOf(value);
  const known = remembered.get(hash);
  if (known && known.until > Date.now()) return known.credential;
  remembered.delete(hash);
  const credential = await recogniseKey(services().connection.db, hash);
  if (credential === null) throw badKey();
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(hash, { credential, until: Date.now() + trustFor });
  return credential;
}

const badKey = (): Refusal => new Refusal("bad_key", { headers: { "WWW-Authenticate": "Bearer" } });
