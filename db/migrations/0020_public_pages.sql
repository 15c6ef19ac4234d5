ALTER TABLE "projects" ADD COLUMN "home_page" text DEFAULT 'join' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "home_redirect_url" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "join_headline" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "join_text" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "join_success_message" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "join_redirect_url" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "join_description" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "social_image" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "social_image_id" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "referral_page_url" text;