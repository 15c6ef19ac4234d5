import { expect, test } from "vitest";
import { smtpConnectionOptions } from "./smtp";

test("SMTP_URL with a password requires encryption unless it has insecure=true", () => {
  const options = (url: string) => smtpConnectionOptions({ url });
  expect(options("smtp://user:password@mail.example.org:587")).toMatchObject({ requireTLS: true, secure: false });
  expect(options("smtp://user:password@mail.example.org:587?insecure=true").requireTLS).toBeUndefined();
  expect(options("smtp://mail.example.org:25").requireTLS).toBeUndefined();
  expect(options("smtps://user:password@mail.example.org")).toMatchObject({ secure: true });
  expect(options("smtp://user:password@mail.example.org?ignoreTLS=true").requireTLS).toBeUndefined();
});
