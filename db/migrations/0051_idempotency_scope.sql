-- Responses belong to all keys of a kind. Where two keys used the same Idempotency-Key, the newer response stays.
WITH latest AS (
	SELECT DISTINCT ON (r.project_id, k.kind, r.key) r.*, k.kind FROM "idempotent_responses" r
	JOIN "api_keys" k ON k.project_id = r.project_id AND k.id::text = r.caller
	ORDER BY r.project_id, k.kind, r.key, r.created_at DESC
), moved AS (
	INSERT INTO "idempotent_responses" (project_id, caller, key, request_hash, created_at, erased_at)
	SELECT project_id, kind, key, request_hash, created_at, erased_at FROM latest
)
INSERT INTO "idempotent_response_chunks" (project_id, caller, key, chunk_index, chunk, emails)
SELECT c.project_id, l.kind, c.key, c.chunk_index, c.chunk, c.emails FROM "idempotent_response_chunks" c
JOIN latest l ON l.project_id = c.project_id AND l.caller = c.caller AND l.key = c.key;--> statement-breakpoint
DELETE FROM "idempotent_responses" r USING "api_keys" k WHERE k.project_id = r.project_id AND k.id::text = r.caller;
