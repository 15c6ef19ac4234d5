ALTER TABLE "projects" ADD COLUMN "sign_ups_open_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "sign_ups_close_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "waitlist_limit" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "sign_ups_closed_message" text;