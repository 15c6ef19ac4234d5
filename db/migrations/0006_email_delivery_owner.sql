ALTER TABLE "projects" ADD COLUMN "smtp_set_by_role" text;--> statement-breakpoint
-- Trusts the servers that were last set by someone who is an owner, and wasn't made one afterwards.
UPDATE "projects" p SET "smtp_set_by_role" = 'owner'
FROM "staff" s
WHERE p."smtp_encrypted" IS NOT NULL AND s."project_id" = p."id" AND s."role" = 'owner' AND s."removed_at" IS NULL
	AND s."id"::text = (
		SELECT e."actor_id" FROM "events" e
		WHERE e."project_id" = p."id" AND e."kind" = 'project.email_delivery_updated' AND e."data" -> 'fields' ? 'server'
		ORDER BY e."id" DESC LIMIT 1
	)
	AND NOT EXISTS (
		SELECT FROM "events" e
		WHERE e."project_id" = p."id" AND e."kind" = 'staff.updated' AND e."data" ->> 'staff' = s."id"::text AND e."data" ->> 'to' = 'owner'
			AND e."id" > (
				SELECT max(u."id"::text)::uuid FROM "events" u
				WHERE u."project_id" = p."id" AND u."kind" = 'project.email_delivery_updated' AND u."data" -> 'fields' ? 'server'
			)
	);
