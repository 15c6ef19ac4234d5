import { createSign } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { createCertificate } from "./certificate";
import { uniqueId } from "./factories";

/** A request of a provider's webhook. */
export type ReportRequest = { bytes: Uint8Array; headers: Headers };

const bodyText = (event: object | string): string => (typeof event === "string" ? event : JSON.stringify(event));

/** A request of Postmark's webhook. A text is sent as it is. */
export const postmarkRequest = (event: object | string, password: string): ReportRequest => ({
  bytes: Buffer.from(bodyText(event)),
  headers: new Headers({ authorization: `Basic ${btoa(`gatehouse:${password}`)}` }),
});

/** A request of Resend's webhook, signed with a secret. A text is sent as it is. */
export function resendRequest(event: object | string, { secret }: { secret: string }): ReportRequest {
  const [id, at, body] = [`msg_${uniqueId()}`, new Date(), bodyText(event)];
  return {
    bytes: Buffer.from(body),
    headers: new Headers({
      "svix-id": id,
      "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
      "svix-signature": new Webhook(secret).sign(id, at, body),
    }),
  };
}

const { cert, key } = createCertificate("sns.amazonaws.com");

/** A notification of Amazon SES in a message of an SNS topic, and the certificate that it is signed with. */
export function snsRequest(notification: object | string, topicArn: string): { request: ReportRequest; certificate: string } {
  const message = {
    Message: bodyText(notification),
    MessageId: uniqueId(),
    Timestamp: new Date().toISOString(),
    TopicArn: topicArn,
    Type: "Notification",
  };
  const signed = Object.entries(message)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join("");
  const body = JSON.stringify({
    ...message,
    SignatureVersion: "2",
    Signature: createSign("RSA-SHA256").update(signed).sign(key, "base64"),
    SigningCertURL: `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${uniqueId()}.pem`,
  });
  return { request: { bytes: Buffer.from(body), headers: new Headers() }, certificate: cert };
}
