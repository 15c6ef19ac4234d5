// cspell:disable
import type { Preset } from "./preset";

/** The files of shops, and of tools for tickets and memberships. */
export const shopPresets: readonly Preset[] = [
  { product: "Eventbrite", headers: [["Order #", "Order Date", "Email"]], mapping: { "Order Date": "createdAt", "Buyer Email": "ignore" } },
  {
    product: "Gumroad",
    headers: [["Purchase Email", "Purchase Date"]],
    mapping: { "Purchase Email": "email", "Buyer Name": "name", "Purchase Date": "createdAt", "Item Name": "ignore" },
  },
  {
    product: "Lemon Squeezy",
    headers: [
      ["email", "status", "mrr"],
      ["email", "status", "total_revenue_currency"],
    ],
  },
  {
    product: "Patreon",
    headers: [["Email", "Patron Status"]],
    mapping: {
      "Patronage Since Date": "createdAt",
      "Patron Status": "emailStatus",
      Tier: "tags",
      "Follows You": "ignore",
      "Free Member": "ignore",
      "Free Trial": "ignore",
      "Last Charge Date": "ignore",
      "Last Charge Status": "ignore",
      "Last Updated": "ignore",
      "Access Expiration": "ignore",
      "Next Charge Date": "ignore",
    },
    values: { "Patron Status": { "active patron": "subscribed" } },
  },
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
    mapping: { "Created (UTC)": "createdAt", Status: "ignore", Delinquent: "ignore" },
  },
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
];
