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
  [
    "phpList",
    [
      "email\tconfirmed\tblacklisted\toptedin\tbouncecount\tentered\tmodified\tuniqid\thtmlemail\tsubscribepage\trssfrequency\tdisabled",
      "ada@example.org\t1\t0\t1\t0\t2025-03-04 05:06:07\t2025-05-01 05:06:07\ta1\t1\t1\t\t0",
      "bob@example.org\t1\t1\t1\t0\t2025-03-05 05:06:07\t2025-05-01 05:06:07\ta2\t1\t0\t\t0",
      "eve@example.org\t0\t0\t1\t0\t2025-03-06 05:06:07\t2025-05-01 05:06:07\ta3\t1\t2\t\t0",
      "may@example.org\t1\t0\t1\t7\t2025-03-07 05:06:07\t2025-05-01 05:06:07\ta4\t1\t1\t\t1",
    ],
    ["unused_consent bouncecount", "unused_consent disabled", "unused_columns modified"],
    { "unused_consent:bouncecount": "ignore", unused_columns: "ignore" },
    { disabled: "unsubscribed" },
    [
      "ada |  | 2025-03-04 |  | ok confirmed",
      "bob |  | 2025-03-05 |  | unsubscribed confirmed",
      "eve |  | 2025-03-06 |  | ok",
      "may |  | 2025-03-07 |  | unsubscribed confirmed",
    ],
  ],
  [
    "the Newsletter plugin of WordPress",
    [
      '"Email";"Name";"Surname";"Sex";"Status";"Date";"Token";"List 1"',
      '"ada@example.org";"Ada";"Lovelace";"f";"C";"2025-03-04 05:06:07";"abc";"1"',
      '"bob@example.org";"Bob Ray";"Stone";"m";"U";"2025-03-05 05:06:07";"abd";"1"',
      '"eve@example.org";"Eve Moss";"Moss";"n";"S";"2025-03-06 05:06:07";"abe";"0"',
      '"may@example.org";"May";"";"n";"B";"2025-03-07 05:06:07";"abf";"0"',
    ],
    ["value_meaning Status", "value_meaning Status", "value_meaning Status", "value_meaning Status", "unused_consent List 1"],
    {
      "unused_consent:List 1": "ignore",
      "value_meaning:Status:c": "subscribed",
      "value_meaning:Status:u": "unsubscribed",
      "value_meaning:Status:s": "unconfirmed",
      "value_meaning:Status:b": "bounced",
    },
    {},
    [
      "ada | Ada Lovelace | 2025-03-04 |  | ok",
      "bob | Bob Ray Stone | 2025-03-05 |  | unsubscribed",
      "eve | Eve Moss | 2025-03-06 |  | unconfirmed",
      "may | May | 2025-03-07 |  | bounced",
    ],
  ],
  [
    "Discourse",
    [
      "id,name,username,email,created_at,last_seen_at,approved,suspended_at,suspended_till,active,admin,staged,secondary_emails",
      "1,Ada Lovelace,ada,ada@example.org,2025-03-04 05:06:07 UTC,2025-06-01 05:06:07 UTC,true,,,true,false,false,",
      "2,Bob Stone,bob,bob@example.org,2025-03-05 05:06:07 UTC,,true,2025-05-01 00:00:00 UTC,3024-05-01 00:00:00 UTC,true,false,false,",
      "3,,eve,eve@example.org,2025-03-06 05:06:07 UTC,,true,,,false,false,true,eve2@example.org",
    ],
    [
      "unused_consent suspended_at",
      "unused_consent suspended_till",
      "unused_consent active",
      "unused_consent staged",
      "unused_columns last_seen_at, secondary_emails",
    ],
    {
      "unused_consent:suspended_till": "ignore",
      "unused_consent:active": "ignore",
      unused_columns: "ignore",
    },
    { suspended_at: "unsubscribed", staged: "unsubscribed" },
    ["ada | Ada Lovelace | 2025-03-04 |  | ok", "bob | Bob Stone | 2025-03-05 |  | unsubscribed", "eve |  | 2025-03-06 |  | unsubscribed"],
  ],
  [
    "MailPoet",
    [
      '"Email","First name","Last name","List","Subscription status","Created at","Global status","City"',
      '"ada@example.org","Ada","Lovelace","Launch","Subscribed","2025-03-04 05:06:07","Subscribed","London"',
      '"bob@example.org","Bob","Stone","Launch","Unsubscribed","2025-03-05 05:06:07","Subscribed",""',
      '"eve@example.org","Eve","Moss","Launch","Subscribed","2025-03-06 05:06:07","Inactive",""',
      '"may@example.org","May","Reed","Launch","Subscribed","2025-03-07 05:06:07","Bounced",""',
      '"zoe@example.org","Zoë","Moor","Launch","Unconfirmed","2025-03-08 05:06:07","Unconfirmed",""',
    ],
    ["value_meaning Global status"],
    { "value_meaning:Global status:inactive": "subscribed" },
    {},
    [
      "ada | Ada Lovelace | 2025-03-04 |  | ok",
      "bob | Bob Stone | 2025-03-05 |  | unsubscribed",
      "eve | Eve Moss | 2025-03-06 |  | ok",
      "may | May Reed | 2025-03-07 |  | bounced",
      "zoe | Zoë Moor | 2025-03-08 |  | unconfirmed",
    ],
  ],
  [
    "Kajabi",
    [
      "Name,First Name,Last Name,Email,Products,Tags,Created At,Email Marketing Status,Last Activity,Marketing Unsubscribed At",
      'Ada Lovelace,Ada,Lovelace,ada@example.org,"A, B","beta, vip",03/04/2025,Subscribed,05/01/2025,',
      "Bob Stone,Bob,,bob@example.org,,,03/15/2025,Unsubscribed,,2025-04-01",
      "Eve Moss,,Moss,eve@example.org,,,03/16/2025,Never Subscribed,,",
      "May Reed,,,may@example.org,,,03/17/2025,Marked As Spam,,",
    ],
    ["unused_columns Last Activity"],
    { unused_columns: "ignore" },
    {},
    [
      "ada | Ada Lovelace | 2025-03-04 | beta vip | ok",
      "bob | Bob Stone | 2025-03-15 |  | unsubscribed",
      "eve | Eve Moss | 2025-03-16 |  | unsubscribed",
      "may | May Reed | 2025-03-17 |  | complained",
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
