import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { PasskeyRegistration } from "@/contract/passkeys";
import type { PasskeyAssertion } from "@/contract/staff-fields";
import type { Context } from "@/core/context";
import { addPasskey, startPasskeySetup, startPasskeySignIn } from "@/core/staff/passkeys";
import { uniqueClient } from "./second-factor";

/** What an authenticator signs wrongly in a test. */
export type Manipulation = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  isUserVerified?: boolean;
  userHandle?: string;
};

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

/** A head byte of CBOR (RFC 8949) with its length or value, below 65,536. */
const cborHead = (type: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(type << 5) | value])
    : value < 256
      ? Buffer.from([(type << 5) | 24, value])
      : Buffer.from([(type << 5) | 25, value >> 8, value & 255]);

function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string") return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item as string)])]);
}

/** A software authenticator with one passkey of the tests' site. It counts its signatures. */
export function createAuthenticator(userHandle: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let uses = 0;

  const clientData = (type: string, challenge: string, { origin = "http://localhost:3000" }: Manipulation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, counter: number, { rpId = "localhost", isUserVerified = true }: Manipulation) => {
    const tail = Buffer.alloc(5);
    tail[0] = flags | 1 | (isUserVerified ? 4 : 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  };
  const credential = { id, rawId: id, type: "public-key" as const };

  return {
    id,
    register(challenge: string, manipulation: Manipulation = {}): PasskeyRegistration {
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const authData = Buffer.concat([
        authenticatorData(0x40, 0, manipulation),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        cbor(key),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData("webauthn.create", manipulation.challenge ?? challenge, manipulation).toString("base64url"),
          attestationObject: cbor(attestation).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    answer(challenge: string, manipulation: Manipulation = {}): PasskeyAssertion {
      uses = manipulation.counter ?? uses + 1;
      const data = clientData("webauthn.get", manipulation.challenge ?? challenge, manipulation);
      const authData = authenticatorData(0, uses, manipulation);
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey).toString("base64url"),
          userHandle: Buffer.from(manipulation.userHandle ?? userHandle).toString("base64url"),
        },
      };
    },
  };
}

const readChallenge = ({ options }: { options: Record<string, unknown> }): string => String(options.challenge);

/** Starts to sign in with a passkey, in a browser of its own. */
export async function startSignIn(ctx: Context): Promise<{ challenge: string; token: string }> {
  const { browserToken, reply } = await startPasskeySignIn(ctx, uniqueClient());
  return { challenge: readChallenge(reply), token: browserToken };
}

/** Starts to add a passkey and returns the challenge. */
export const startSetup = async (staffCtx: Context, input: { password?: string } = {}): Promise<string> =>
  readChallenge(await startPasskeySetup(staffCtx, input, uniqueClient()));

/** Adds a passkey of a new authenticator to the current staff member. */
export async function insertPasskey(staffCtx: Context, name = "Laptop") {
  const authenticator = createAuthenticator(staffCtx.actor.id ?? "");
  const { passkey, recoveryCodes } = await addPasskey(staffCtx, { name, passkey: authenticator.register(await startSetup(staffCtx)) });
  return { authenticator, passkey, recoveryCodes };
}
