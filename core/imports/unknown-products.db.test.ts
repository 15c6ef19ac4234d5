// cspell:disable
import { expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { getLead } from "../leads/record";
import { listSuppressions } from "../suppressions/list";
import { listImportRows } from "./record";
import { checkImport, runImport } from "./start";

const app = await createTestApp();

// Files like the exports of products without a preset: what is asked, the answers, and who arrives how.
const files: [
  product: string,
  file: string[],
  asked: string[],
  answers: Record<string, string>,
  fields: Record<string, string>,
  people: string[],
][] = [
  [
    "Supabase",
    [
      "instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,invited_at,last_sign_in_at,raw_user_meta_data,is_super_admin,created_at,updated_at,banned_until,is_sso_user,deleted_at,is_anonymous",
      '0,1,authenticated,authenticated,ada@example.org,$2a$10,2025-03-04 05:07:07.12+00,,2025-04-01 05:06:07+00,"{""name"":""Ada""}",,2025-03-04 05:06:07.12+00,2025-04-01 05:06:07+00,,false,,false',
      "0,2,authenticated,authenticated,bob@example.org,$2a$10,2025-03-05 05:07:07.12+00,,2025-04-01 05:06:07+00,{},,2025-03-05 05:06:07.12+00,2025-04-01 05:06:07+00,2099-01-01 00:00:00+00,false,,false",
      "0,3,authenticated,authenticated,eve@example.org,$2a$10,,,,{},,2025-03-06 05:06:07.12+00,2025-04-01 05:06:07+00,,false,2025-04-01 05:06:07+00,false",
    ],
    ["unused_consent banned_until", "unused_consent deleted_at", "unused_columns last_sign_in_at, updated_at"],
    { unused_columns: "ignore" },
    { banned_until: "unsubscribed", deleted_at: "unsubscribed" },
    ["ada |  | 2025-03-04 |  | ok confirmed", "bob |  | 2025-03-05 |  | unsubscribed confirmed", "eve |  | 2025-03-06 |  | unsubscribed"],
  ],
  [
    "Clerk",
    [
      "id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,banned,locked,created_at",
      "user_1,Ada,Lovelace,,ada@example.org,,ada@example.org,,false,false,2025-03-04T05:06:07Z",
      "user_2,Bob,Stone,,bob@example.org,,bob@example.org,,true,false,2025-03-05T05:06:07Z",
      "user_3,Eve,Moss,,eve@example.org,,,eve@example.org,false,false,2025-03-06T05:06:07Z",
    ],
    ["unused_consent banned", "unused_columns verified_email_addresses, unverified_email_addresses"],
    { unused_columns: "ignore" },
    { banned: "unsubscribed" },
    ["ada | Ada Lovelace | 2025-03-04 |  | ok", "bob | Bob Stone | 2025-03-05 |  | unsubscribed", "eve | Eve Moss | 2025-03-06 |  | ok"],
  ],
  [
    "Mautic",
    [
      "id,firstname,lastname,email,points,dateAdded,dateIdentified,lastActive,tags,stage,doNotContact",
      '1,Ada,Lovelace,ada@example.org,10,2025-03-04 05:06:07,2025-03-04 05:06:07,2025-05-01 05:06:07,"beta, vip",,0',
      "2,Bob,Stone,bob@example.org,0,2025-03-05 05:06:07,2025-03-05 05:06:07,2025-05-01 05:06:07,,,1",
      "3,Eve,Moss,eve@example.org,0,2025-03-06 05:06:07,2025-03-06 05:06:07,,,,2",
      "4,May,Reed,may@example.org,0,2025-03-07 05:06:07,2025-03-07 05:06:07,,,,3",
    ],
    ["unused_columns dateIdentified, lastActive"],
    { unused_columns: "ignore" },
    {},
    [
      "ada | Ada Lovelace | 2025-03-04 | beta vip | ok",
      "bob | Bob Stone | 2025-03-05 |  | unsubscribed",
      "eve | Eve Moss | 2025-03-06 |  | bounced",
      "may | May Reed | 2025-03-07 |  | staff",
    ],
  ],
  [
    "CiviCRM",
    [
      "Contact ID,Contact Type,Do Not Phone,Do Not Email,Do Not Sms,No Bulk Emails (User Opt Out),First Name,Last Name,Deceased,Email,On Hold,Group(s),Tag(s)",
      "1,Individual,No,No,No,No,Ada,Lovelace,No,ada@example.org,No,Members,",
      "2,Individual,Yes,Yes,No,No,Bob,Stone,No,bob@example.org,No,,",
      "3,Individual,No,No,No,Yes,Eve,Moss,No,eve@example.org,No,,",
      "4,Individual,No,No,No,No,May,Reed,Yes,may@example.org,On Hold Bounce,,",
    ],
    ["unused_consent Deceased", "unused_consent On Hold"],
    { "value_meaning:On Hold:no": "subscribed" },
    { Deceased: "unsubscribed", "On Hold": "emailStatus" },
    [
      "ada | Ada Lovelace | today | members | ok",
      "bob | Bob Stone | today |  | unsubscribed",
      "eve | Eve Moss | today |  | unsubscribed",
      "may | May Reed | today |  | unsubscribed",
    ],
  ],
  [
    "Mailcoach",
    [
      "email,first_name,last_name,tags,subscribed_at,unsubscribed_at,status",
      "ada@example.org,Ada,Lovelace,beta;vip,2025-03-04 05:06:07,,subscribed",
      "bob@example.org,Bob,Stone,,2025-03-05 05:06:07,2025-05-01 05:06:07,unsubscribed",
      "eve@example.org,Eve,Moss,,,,unconfirmed",
    ],
    [],
    {},
    {},
    [
      "ada | Ada Lovelace | 2025-03-04 | beta vip | ok",
      "bob | Bob Stone | 2025-03-05 |  | unsubscribed",
      "eve | Eve Moss | today |  | unconfirmed",
    ],
  ],
  [
    "Acumbamail",
    [
      "Correo electrónico;Nombre;Apellidos;Fecha de alta;Estado;Segmentos",
      "ada@example.org;Ada;Lovelace;04/03/2025 05:06;Alta;vip",
      "bob@example.org;Bob;Stone;25/03/2025 05:06;Baja;",
      "eve@example.org;Eve;Moss;26/03/2025 05:06;Rebotado;",
      "may@example.org;May;Baja;27/03/2025 05:06;Sin confirmar;",
    ],
    [],
    {},
    {},
    [
      "ada | Ada Lovelace | 2025-03-04 | vip | ok",
      "bob | Bob Stone | 2025-03-25 |  | unsubscribed",
      "eve | Eve Moss | 2025-03-26 |  | bounced",
      "may | May Baja | 2025-03-27 |  | unconfirmed",
    ],
  ],
];

const today = new Date().toISOString().slice(0, 10);

test.each(files)("everyone of an export like %s's arrives as they were there", async (_product, file, asked, answers, fields, people) => {
  const { ctx } = await insertProject(app.ctx);
  const { id, product, questions, suggestedMapping } = await uploadLeads(ctx, file.join("\n"));
  expect(product).toBeNull();
  expect(questions.map(({ kind, column }) => `${kind} ${column}`)).toEqual(asked);
  await checkImport(ctx, id, { mapping: { ...suggestedMapping, ...fields }, answers });
  expect(await collectAll(await listImportRows(ctx, id, { outcome: "refused" }))).toEqual([]);
  await runImport(ctx, id);
  const reasons = new Map((await collectAll(await listSuppressions(ctx, {}))).map(({ email, reason }) => [email, reason]));
  const arrived = people.map(async (line) => {
    const email = `${line.split(" ")[0]}@example.org`;
    const { firstname, lastname, createdAt, tags, status, confirmedAt } = await getLead(ctx, email);
    const outcome = [reasons.get(email) ?? (status === "active" ? "ok" : status), confirmedAt && "confirmed"].filter(Boolean).join(" ");
    const date = createdAt.slice(0, 10);
    return [
      email.split("@")[0],
      [firstname, lastname].filter(Boolean).join(" "),
      date === today ? "today" : date,
      tags.join(" "),
      outcome,
    ].join(" | ");
  });
  expect(await Promise.all(arrived)).toEqual(people);
});
