CREATE TABLE "passkey_challenges" (
	"project_id" integer NOT NULL,
	"hash" text NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "passkeys_pkey" PRIMARY KEY("project_id","id"),
	CONSTRAINT "passkeys_project_id_credential_id_key" UNIQUE("project_id","credential_id")
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"project_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"method" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "pending_sign_ins_pkey" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "staff_identities" (
	"project_id" integer NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_identities_pkey" PRIMARY KEY("project_id","provider","issuer","subject"),
	CONSTRAINT "staff_identities_by_staff_key" UNIQUE("project_id","staff_id","provider","issuer")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "require_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "disabled_providers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "trusted_providers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "passkey_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_project_id_staff_id_fkey" FOREIGN KEY ("project_id","staff_id") REFERENCES "public"."staff"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_project_id_staff_id_fkey" FOREIGN KEY ("project_id","staff_id") REFERENCES "public"."staff"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_identities" ADD CONSTRAINT "staff_identities_project_id_staff_id_fkey" FOREIGN KEY ("project_id","staff_id") REFERENCES "public"."staff"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_expires_at_idx" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_by_staff_idx" ON "passkeys" USING btree ("project_id","staff_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_by_expires_at_idx" ON "pending_sign_ins" USING btree ("expires_at");