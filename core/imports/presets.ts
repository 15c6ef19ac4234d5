// cspell:disable
import { waitlistStatuses } from "@/contract/enums";
import type { ImportValueKind } from "@/contract/import-values";
import { ownProduct, type Preset } from "./preset";
import { shopPresets } from "./shop-presets";
import { suppressionPresets } from "./suppression-presets";
import { waitlistPresets } from "./waitlist-presets";

const ownWaitlistStatuses = Object.fromEntries(
  waitlistStatuses.map((status): [string, ImportValueKind] => [status, status === "waiting" ? "waiting" : "left"]),
);

const active: Readonly<Record<string, ImportValueKind>> = { active: "subscribed" };

/** The files of known products. Headers are compared as `normalizeHeader` returns them, and values regardless of case. */
export const presets: readonly Preset[] = [
  ...suppressionPresets,
  ...shopPresets,
  ...waitlistPresets,
  {
    product: "ActiveCampaign",
    headers: [["Email", "Date Created", "IP Address", "Status"]],
    values: { Status: active },
  },
  {
    product: "AWeber",
    headers: [["Email", "Ad Tracking", "Stop Time"]],
    mapping: { "Stop Time": "unsubscribed", "Stop Status": "ignore", "Additional Notes": "notes" },
  },
  {
    product: "beehiiv",
    headers: [
      ["email", "status", "utm_channel"],
      ["email", "status", "subscription_tier"],
    ],
    mapping: { subscription_tier: "ignore" },
    values: { status: active },
  },
  {
    product: "Brevo",
    headers: [
      ["EMAIL", "ADDED_TIME", "MODIFIED_TIME"],
      ["EMAIL", "OPT_IN", "DOUBLE_OPT-IN"],
    ],
    mapping: { ADDED_TIME: "createdAt", MODIFIED_TIME: "ignore", "DOUBLE_OPT-IN": "ignore" },
  },
  {
    product: "Buttondown",
    headers: [
      ["email", "subscriber_type", "creation_date"],
      ["email_address", "type", "creation_date"],
      ["Email", "Subscriber Type", "Creation Date"],
    ],
    mapping: { type: "emailStatus", subscriber_type: "emailStatus", creation_date: "createdAt" },
    values: Object.fromEntries(
      ["type", "subscriber_type"].map((column) => [
        column,
        {
          regular: "subscribed",
          premium: "subscribed",
          gifted: "subscribed",
          trialed: "subscribed",
          churning: "subscribed",
          past_due: "subscribed",
          paused: "subscribed",
          unactivated: "unconfirmed",
          removed: "unsubscribed",
          spammy: "unsubscribed",
        },
      ]),
    ),
  },
  {
    product: "Campaign Monitor",
    headers: [
      ["Email Address", "State", "Date Subscribed"],
      ["Email", "State", "Date Joined"],
    ],
    mapping: { "Date Subscribed": "createdAt", "Date Joined": "createdAt" },
    values: { State: { active: "subscribed", deleted: "unsubscribed" } },
  },
  {
    product: "Constant Contact",
    headers: [["Email address", "Email status", "Email permission status"]],
    values: {
      "Email status": active,
      "Email permission status": { express: "subscribed", implied: "subscribed", explicit: "subscribed" },
    },
  },
  { product: "Customer.io", headers: [["cio_id", "email"]] },
  {
    product: "Drip",
    headers: [["email", "status", "lifetime_value"]],
    values: { status: active },
  },
  { product: "EmailOctopus", headers: [["Email address", "Status", "Date added"]], values: { Status: active } },
  {
    product: ownProduct,
    headers: [
      ["Email", "Source tag", "Consent given"],
      ["email", "sourceTag", "consent.at"],
      ["Position", "Email", "Joined", "Referrals", "Source tag"],
      ["position", "email", "joinedAt", "referrals", "sourceTag"],
    ],
    values: { Status: { ...active, ...ownWaitlistStatuses }, "Waitlist status": ownWaitlistStatuses },
  },
  {
    product: "GetResponse",
    headers: [["Email", "Subscription date", "Origin"]],
    mapping: { "Subscription date": "createdAt", Origin: "sourceTag" },
  },
  { product: "Ghost", headers: [["email", "subscribed_to_emails", "complimentary_plan"]] },
  {
    product: "Google Contacts",
    headers: [["E-mail 1 - Value"]],
    mapping: {
      "E-mail 1 - Value": "email",
      "E-mail 1 - Label": "ignore",
      "E-mail 2 - Value": "ignore",
      "E-mail 3 - Value": "ignore",
      "Group Membership": "ignore",
      Labels: "ignore",
    },
  },
  { product: "Google Forms", headers: [["Timestamp", "Email Address"]] },
  {
    product: "HubSpot",
    headers: [
      ["Record ID", "Email", "Create Date"],
      ["Record ID - Contact", "Email"],
      ["Email", "Unsubscribed from all email"],
    ],
    mapping: { "Create Date": "createdAt", "Lead Status": "ignore", "Last Activity Date": "ignore", "Last Modified Date": "ignore" },
  },
  {
    product: "Intercom",
    headers: [["Email", "Unsubscribed from Emails", "Signed up"]],
    mapping: { "Last seen": "ignore", "Last contacted": "ignore", "First seen": "ignore" },
  },
  { product: "Jotform", headers: [["Submission Date", "Submission ID"]], mapping: { "Submission Date": "createdAt" } },
  {
    product: "Kit",
    headers: [
      ["email", "status", "created_at", "referrer"],
      ["email_address", "state", "created_at"],
    ],
    values: Object.fromEntries(
      ["status", "state"].map((column) => [
        column,
        { active: "subscribed", cancelled: "unsubscribed", canceled: "unsubscribed", inactive: "unconfirmed" },
      ]),
    ),
  },
  {
    product: "Klaviyo",
    headers: [
      ["Email", "Email Marketing Consent"],
      ["Email", "Klaviyo ID"],
    ],
    mapping: {
      "Profile Created On": "createdAt",
      "Email Marketing Consent Timestamp": "consentedAt",
      "Profile Updated On": "ignore",
      "Last Open": "ignore",
      "Last Click": "ignore",
      "Last Event Date": "ignore",
    },
  },
  {
    product: "LinkedIn",
    headers: [["First Name", "Last Name", "Email Address", "Position", "Connected On"]],
    mapping: { Position: "ignore", "Connected On": "createdAt" },
  },
  { product: "listmonk", headers: [["uuid", "email", "status", "attributes"]], mapping: { updated_at: "ignore" } },
  { product: "Loops", headers: [["email", "subscribed", "userGroup"]] },
  {
    product: "Mailchimp",
    headers: [
      ["Email Address", "OPTIN_TIME", "CONFIRM_TIME"],
      ["Email Address", "MEMBER_RATING"],
    ],
    mapping: { UNSUB_TIME: "unsubscribed", CLEAN_TIME: "bounced", LAST_CHANGED: "ignore" },
    everyone: { UNSUB_TIME: "unsubscribed", CLEAN_TIME: "bounced" },
    suppressions: { mapping: { UNSUB_REASON: "notes", OPTIN_TIME: "ignore", CONFIRM_TIME: "ignore" } },
  },
  {
    product: "MailerLite",
    headers: [
      ["Subscriber", "Sent", "Opens", "Clicks"],
      ["Email", "Subscribed", "Opens", "Clicks"],
    ],
    mapping: { Subscriber: "email", Subscribed: "createdAt" },
    values: { Status: { active: "subscribed", junk: "complained" } },
  },
  { product: "Mailjet", headers: [["Email", "IsExcludedFromCampaigns"]] },
  {
    product: "Microsoft Forms",
    headers: [["Start time", "Completion time"]],
    mapping: { "Completion time": "createdAt", "Start time": "ignore" },
  },
  {
    product: "Notion",
    headers: [["Email", "Created time", "Last edited time"]],
    mapping: { "Created time": "createdAt", "Last edited time": "ignore" },
  },
  {
    product: "Outlook",
    headers: [["First Name", "Last Name", "E-mail Address", "E-mail 2 Address"]],
    mapping: { Categories: "tags", "E-mail 2 Address": "ignore", "E-mail 3 Address": "ignore" },
  },
  {
    product: "Pipedrive",
    headers: [["Person - Name", "Person - Email - Work"]],
    mapping: {
      "Person - Name": "name",
      "Person - Email - Work": "email",
      "Person - Labels": "tags",
      "Person - Person created": "createdAt",
      "Person - Marketing status": "emailStatus",
    },
  },
  {
    product: "Resend",
    headers: [["id", "email", "first_name", "last_name", "created_at", "unsubscribed"]],
    mapping: { created_at: "createdAt" },
  },
  {
    product: "Salesforce",
    headers: [
      ["Email", "HasOptedOutOfEmail"],
      ["Email", "Email Opt Out", "Contact ID"],
    ],
    mapping: { CreatedDate: "createdAt", "Created Date": "createdAt", LeadSource: "sourceTag", "Lead Source": "sourceTag" },
  },
  { product: "SendGrid", headers: [["EMAIL", "CONTACT_ID", "ALTERNATE_EMAILS"]] },
  {
    product: "Substack",
    headers: [["email", "active_subscription", "email_disabled"]],
    mapping: { active_subscription: "ignore", first_payment_at: "ignore", expiry: "ignore" },
  },
  {
    product: "Substack",
    headers: [["Email", "Subscription type", "Subscription date", "Activity"]],
    mapping: {
      "Subscription date": "createdAt",
      "Subscription type": "ignore",
      "Email last opened at": "ignore",
      "Last clicked at": "ignore",
      "Expires at": "ignore",
      "First payment at": "ignore",
      "Paid upgrade date": "ignore",
      "Cancel date": "ignore",
      Comments: "ignore",
    },
  },
  { product: "Tally", headers: [["Submission ID", "Respondent ID", "Submitted at"]] },
  {
    product: "Typeform",
    headers: [["Start Date (UTC)", "Submit Date (UTC)"]],
    mapping: { "Submit Date (UTC)": "createdAt", "Start Date (UTC)": "ignore" },
  },
  {
    product: "Zoho",
    headers: [["Email", "Email Opt Out", "Created Time"]],
    mapping: {
      "Created Time": "createdAt",
      "Lead Source": "sourceTag",
      Tag: "tags",
      "Modified Time": "ignore",
      "Last Activity Time": "ignore",
    },
  },
];
