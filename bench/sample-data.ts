import type { BenchEnvironment } from "./environment";

/** Returns the names of the columns of a table that aren't computed. */
export async function listStoredColumns({ sql }: Pick<BenchEnvironment, "sql">, table: string): Promise<string[]> {
  const names = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`;
  return names.map(({ name }) => name);
}

/** Inserts leads and returns their emails. */
export async function insertLeads({ sql, projectId }: BenchEnvironment, amount: number): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    insert into leads (project_id, email, referral_code)
    select ${projectId}::int, 'lead-' || lpad(n::text, 7, '0') || '@bench.example', lpad(n::text, 8, '0') from generate_series(1, ${amount}::int) n
    on conflict on constraint leads_pkey do update set updated_at = now()
    returning email`;
  await sql`vacuum analyze leads`;
  return rows.map(({ email }) => email);
}

type GenerateInput = { amount: number; type: "creative" | "alphanumeric"; allowedClaims: number };

/** Generates codes and returns them. */
export async function generateCodes(bench: BenchEnvironment, input: GenerateInput): Promise<string[]> {
  const { data } = (await (await bench.post("/api/codes/generate", input)).json()) as { data: { code: string }[] };
  return data.map(({ code }) => code);
}

/** Generates a code with many allowed claims. */
export async function generateCode(bench: BenchEnvironment): Promise<string> {
  const [code] = await generateCodes(bench, { amount: 1, type: "creative", allowedClaims: 1_000_000 });
  if (!code) throw new Error("No code was generated");
  return code;
}
