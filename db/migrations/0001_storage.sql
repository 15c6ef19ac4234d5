-- What the table definitions cannot say.
-- Identities compare byte by byte, whatever the database's locale: prefixes use the index, and cursors sort alike on every server.
ALTER TABLE "codes" ALTER COLUMN "key" TYPE text COLLATE "C", ALTER COLUMN "reserved_for" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "email" TYPE text COLLATE "C", ALTER COLUMN "referred_by" TYPE text COLLATE "C", ALTER COLUMN "referral_code" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "claims" ALTER COLUMN "code_key" TYPE text COLLATE "C", ALTER COLUMN "email" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "claim_tokens" ALTER COLUMN "code_key" TYPE text COLLATE "C", ALTER COLUMN "email" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "code_key" TYPE text COLLATE "C", ALTER COLUMN "email" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sends" ALTER COLUMN "code_key" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "suppressions" ALTER COLUMN "email" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "code_key" TYPE text COLLATE "C", ALTER COLUMN "email" TYPE text COLLATE "C";--> statement-breakpoint
-- A claim rewrites its code's row; room on the page keeps that away from the indexes.
ALTER TABLE "codes" SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE "budget_windows" SET UNLOGGED;
