CREATE TABLE "lead_invitations" (
	"project_id" integer NOT NULL,
	"code_key" text NOT NULL,
	"code_text" text NOT NULL,
	"email" text NOT NULL,
	"was_waiting" boolean NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"outcome" text,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_invitations_pkey" PRIMARY KEY("project_id","code_key")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "invitation_code" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "invitation_outcome" text;--> statement-breakpoint
ALTER TABLE "lead_invitations" ADD CONSTRAINT "lead_invitations_project_id_email_fkey" FOREIGN KEY ("project_id","email") REFERENCES "public"."leads"("project_id","email") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_invitations_by_email_idx" ON "lead_invitations" USING btree ("project_id","email");--> statement-breakpoint
CREATE INDEX "lead_invitations_by_expires_at_idx" ON "lead_invitations" USING btree ("expires_at") WHERE "lead_invitations"."outcome" is null and "lead_invitations"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "leads_by_waitlist_status_idx" ON "leads" USING btree ("project_id",(case when "on_waitlist" then 'waiting'
    when "waitlist_changed_at" is null and "invited_at" is null then null
    when "has_claimed" then 'claimed'
    when "invitation_outcome" is not null then "invitation_outcome"
    when "invited_at" is not null then 'invited'
    when "status" = 'active' then 'left' end),"waitlist_sort_key","email") WHERE not "leads"."on_waitlist" and ("leads"."waitlist_changed_at" is not null or "leads"."invited_at" is not null);--> statement-breakpoint
CREATE INDEX "leads_by_invitation_outcome_idx" ON "leads" USING btree ("project_id","invitation_outcome") WHERE "leads"."invitation_outcome" is not null and not "leads"."on_waitlist" and not "leads"."has_claimed";
--> statement-breakpoint
INSERT INTO "lead_invitations" ("project_id", "code_key", "code_text", "email", "was_waiting", "expires_at", "created_at")
SELECT DISTINCT ON (d."project_id", d."code_key") d."project_id", d."code_key", d."code_text", d."email", l."on_waitlist", c."valid_until", d."created_at"
FROM "deliveries" d
JOIN "sends" s ON s."project_id" = d."project_id" AND s."id" = d."send_id" AND s."kind" = 'invitation'
JOIN "leads" l ON l."project_id" = d."project_id" AND l."email" = d."email"
LEFT JOIN "codes" c ON c."project_id" = d."project_id" AND c."key" = d."code_key"
WHERE d."status" <> 'canceled'
ORDER BY d."project_id", d."code_key", d."created_at" DESC;--> statement-breakpoint
UPDATE "leads" l SET "invitation_code" = i."code_key"
FROM (
	SELECT DISTINCT ON ("project_id", "email") "project_id", "email", "code_key"
	FROM "lead_invitations" ORDER BY "project_id", "email", "created_at" DESC
) i
WHERE l."project_id" = i."project_id" AND l."email" = i."email" AND l."invited_at" IS NOT NULL;--> statement-breakpoint
-- Those who were invited leave the waitlist, unless their invitation is over.
WITH invited AS (
	UPDATE "leads" l SET "on_waitlist" = false, "waitlist_changed_at" = coalesce(l."waitlist_changed_at", l."created_at")
	FROM "codes" c
	WHERE l."on_waitlist" AND c."project_id" = l."project_id" AND c."key" = l."invitation_code" AND c."reserved_for" = l."email"
		AND c."paused_at" IS NULL AND c."claims" < c."allowed_claims" AND (c."valid_until" IS NULL OR c."valid_until" > now())
	RETURNING l."project_id", l."waitlist_sort_key"
)
INSERT INTO "waitlist_changes" ("project_id", "sort_key", "delta") SELECT "project_id", "waitlist_sort_key", -1 FROM invited;
