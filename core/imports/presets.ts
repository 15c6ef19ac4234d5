// cspell:disable
import { waitlistStatuses } from "@/contract/enums";
import type { ImportValueKind } from "@/contract/import-values";
import { ownProduct, type Preset } from "./preset";
import { suppressionPresets } from "./suppression-presets";

const ownWaitlistStatuses = Object.fromEntries(
  waitlistStatuses.map((status): [string, ImportValueKind] => [status, status === "waiting" ? "waiting" : "left"]),
);

const active: Readonly<Record<string, ImportValueKind>> = { active: "subscribed" };

/** The files of known products. Headers are compared as `normalizeHeader` returns them, and values regardless of case. */
export const presets: readonly Preset[] = [
  ...suppressionPresets,
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
    values: { status: { active: "subscribed", inactive: "unsubscribed" } },
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
          ...{ regular: "subscribed", premium: "subscribed", gifted: "subscribed", trialed: "subscribed", churning: "subscribed" },
          ...{ churned: "subscribed", past_due: "subscribed", paused: "unsubscribed", removed: "unsubscribed", blocked: "unsubscribed" },
          ...{ spammy: "unsubscribed" },
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
    values: { status: { active: "subscribed", removed: "unsubscribed", inactive: "unsubscribed" } },
  },
  { product: "EmailOctopus", headers: [["Email address", "Status", "Date added"]], values: { Status: active } },
  { product: "Eventbrite", headers: [["Order #", "Order Date", "Email"]], mapping: { "Order Date": "createdAt", "Buyer Email": "ignore" } },
  { product: "Flodesk", headers: [["Email", "Status", "Segments"]], mapping: { Segments: "tags" }, values: { Status: active } },
  {
    product: ownProduct,
    headers: [
      ["Email", "Source tag", "Consent given"],
      ["Position", "Email", "Joined", "Referrals", "Source tag"],
    ],
    values: { Status: { ...active, ...ownWaitlistStatuses }, "Waitlist status": ownWaitlistStatuses },
  },
  {
    product: "GetResponse",
    headers: [["Email", "Subscription date", "Origin"]],
    mapping: { "Subscription date": "createdAt", Origin: "sourceTag" },
  },
  {
    product: "GetWaitlist",
    headers: [
      ["email", "priority", "referral_link"],
      ["email", "priority", "amount_referred"],
    ],
    mapping: { priority: "waitlistPosition" },
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
    product: "Gumroad",
    headers: [["Purchase Email", "Purchase Date"]],
    mapping: { "Purchase Email": "email", "Buyer Name": "name", "Purchase Date": "createdAt", "Item Name": "ignore" },
  },
  {
    product: "HubSpot",
    headers: [
      ["Record ID", "Email", "Create Date"],
      ["Record ID - Contact", "Email"],
      ["Email", "Unsubscribed from all email"],
    ],
    mapping: { "Create Date": "createdAt", "Lead Status": "ignore" },
  },
  { product: "Intercom", headers: [["Email", "Unsubscribed from Emails", "Signed up"]] },
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
        { active: "subscribed", cancelled: "unsubscribed", canceled: "unsubscribed", inactive: "unsubscribed" },
      ]),
    ),
  },
  {
    product: "Klaviyo",
    headers: [
      ["Email", "Email Marketing Consent"],
      ["Email", "Klaviyo ID"],
    ],
    mapping: { "Profile Created On": "createdAt", "Email Marketing Consent Timestamp": "consentedAt" },
  },
  {
    product: "LaunchList",
    headers: [
      ["Email", "Position", "Referrals"],
      ["Email", "Position", "Points"],
    ],
  },
  {
    product: "Lemon Squeezy",
    headers: [
      ["email", "status", "mrr"],
      ["email", "status", "total_revenue_currency"],
    ],
  },
  {
    product: "LinkedIn",
    headers: [["First Name", "Last Name", "Email Address", "Position", "Connected On"]],
    mapping: { Position: "ignore", "Connected On": "createdAt" },
  },
  { product: "listmonk", headers: [["uuid", "email", "status", "attributes"]], mapping: { updated_at: "ignore" } },
  { product: "Loops", headers: [["email", "subscribed", "userGroup"]] },
  {
    product: "Luma",
    headers: [
      ["api_id", "email", "approval_status"],
      ["guest_id", "email", "approval_status"],
    ],
    mapping: { approval_status: "emailStatus" },
    values: {
      approval_status: { approved: "subscribed", waitlist: "waiting", pending_approval: "waiting", declined: "left" },
    },
  },
  {
    product: "Mailchimp",
    headers: [
      ["Email Address", "OPTIN_TIME", "CONFIRM_TIME"],
      ["Email Address", "MEMBER_RATING"],
    ],
    mapping: { UNSUB_TIME: "unsubscribed", CLEAN_TIME: "bounced" },
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
  { product: "Omnisend", headers: [["email", "emailStatus", "emailStatusDate"]], mapping: { emailStatusDate: "ignore" } },
  {
    product: "Outlook",
    headers: [["First Name", "Last Name", "E-mail Address", "E-mail 2 Address"]],
    mapping: { Categories: "tags", "E-mail 2 Address": "ignore", "E-mail 3 Address": "ignore" },
  },
  {
    product: "Patreon",
    headers: [["Email", "Patron Status"]],
    mapping: { "Patronage Since Date": "createdAt", "Patron Status": "ignore", "Follows You": "ignore" },
  },
  {
    product: "Pipedrive",
    headers: [["Person - Name", "Person - Email - Work"]],
    mapping: {
      ...{ "Person - Name": "name", "Person - Email - Work": "email", "Person - Labels": "tags", "Person - Person created": "createdAt" },
      "Person - Marketing status": "emailStatus",
    },
  },
  {
    product: "Prefinery",
    headers: [
      ["email", "status", "joined_at", "num_referrals"],
      ["Email", "Status", "Joined At", "Referrals"],
    ],
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
    product: "Shopify",
    headers: [
      ["Email", "Accepts Email Marketing"],
      ["Customer ID", "Email", "Accepts Marketing"],
    ],
  },
  {
    product: "Squarespace",
    headers: [["Email", "Accepts Marketing", "Subscriber Since"]],
    mapping: { "Created On": "createdAt", "Subscriber Since": "consentedAt", "Subscriber Source": "sourceTag" },
  },
  {
    product: "Stripe",
    headers: [["Email", "Created (UTC)"]],
    mapping: { "Created (UTC)": "createdAt", Status: "ignore" },
  },
  {
    product: "Substack",
    headers: [["email", "active_subscription", "email_disabled"]],
    mapping: { active_subscription: "ignore", first_payment_at: "ignore", expiry: "ignore" },
  },
  { product: "Tally", headers: [["Submission ID", "Respondent ID", "Submitted at"]] },
  {
    product: "Typeform",
    headers: [["Start Date (UTC)", "Submit Date (UTC)"]],
    mapping: { "Submit Date (UTC)": "createdAt", "Start Date (UTC)": "ignore" },
  },
  { product: "Waitlister", headers: [["email", "position", "referral_code", "joined_at"]] },
  {
    product: "Wix",
    headers: [["Email 1", "Email subscriber status"]],
    mapping: { "Email 1": "email", "Created At (UTC+0)": "createdAt", "Email subscriber status": "emailStatus" },
  },
  {
    product: "WooCommerce",
    headers: [["Email", "Username", "Total spend"]],
    mapping: { "Sign up": "createdAt", "Date registered": "createdAt", "Last active": "ignore", "Last order": "ignore" },
  },
  {
    product: "Zoho",
    headers: [["Email", "Email Opt Out", "Created Time"]],
    mapping: { "Created Time": "createdAt", "Lead Source": "sourceTag", Tag: "tags" },
  },
];
