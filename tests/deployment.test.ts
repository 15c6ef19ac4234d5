import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { commands } from "@/cli/commands.mjs";
import { childEnvironment } from "@/lib/env";
import packageJson from "@/package.json" with { type: "json" };

/** Settings of the image itself and of the other services in compose.yaml. */
const otherVariables = [
  ...["NODE_ENV", "NEXT_TELEMETRY_DISABLED", "DOMAIN"],
  ...["POSTGRES_DB", "POSTGRES_USER", "POSTGRES_PASSWORD", "DATABASE_PASSWORD", "DATABASE_OWNER_PASSWORD"],
];
const settings = [...readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
const isKnown = (name: string) => settings.includes(name) || otherVariables.includes(name);

type Container = {
  image: string;
  args: string[];
  env?: { name: string }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  volumeMounts?: { name: string; mountPath: string }[];
  livenessProbe?: { httpGet: { path: string } };
  readinessProbe?: { httpGet: { path: string }; periodSeconds: number; failureThreshold: number };
  securityContext: object;
  resources: object;
};
type PodTemplate = {
  metadata: { labels: Record<string, string> };
  spec: {
    securityContext: object;
    containers: Container[];
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
    terminationGracePeriodSeconds?: number;
    automountServiceAccountToken: boolean;
  };
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  resources?: string[];
  images?: { name: string }[];
  spec?: { template?: PodTemplate; selector?: Record<string, unknown>; replicas?: number; minAvailable?: number };
};

const manifests = globSync("deploy/kubernetes/*.yaml").flatMap((file) =>
  parseAllDocuments(readFileSync(file, "utf8")).map((document) => {
    expect(document.errors).toEqual([]);
    return { file, ...(document.toJS() as Manifest) };
  }),
);
const find = (kind: string, name: string) => manifests.find((each) => each.kind === kind && each.metadata.name === name);
const workloads = manifests.flatMap(({ kind, metadata, spec }) =>
  spec?.template ? [{ kind, name: metadata.name, labels: spec.template.metadata.labels, spec: spec.template.spec }] : [],
);

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  healthcheck?: { disable?: boolean };
};
const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const ownServices = Object.entries(compose.services).filter(([, { image }]) => image === "gatehouse");

const { packages: lockedPackages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { devOptional?: boolean; optionalDependencies?: Record<string, string> }>;
};

describe("the image", () => {
  const stages = readFileSync("Dockerfile", "utf8")
    .split(/^FROM /m)
    .slice(1);
  const runtime = stages.at(-1) ?? "";

  test("uses the major version of Node in package.json", () => {
    const major = packageJson.dependencies.node.split(".")[0];
    for (const stage of stages) expect(stage).toMatch(new RegExp(`^node:${major}-\\w+-slim( AS \\w+)?\\n`));
  });

  test("has no development dependencies and isn't run by root", () => {
    expect(runtime).not.toMatch(/^RUN .*npm/m);
    expect(runtime).toMatch(/^COPY --from=packages \/app\/node_modules node_modules$/m);
    const install = stages.find((stage) => stage.includes("AS packages"));
    expect(install).toMatch(/^RUN npm ci --omit=dev/m);
    // npm installs these although they are development dependencies.
    const optionalPeers = Object.keys(packageJson.devDependencies).filter((name) => lockedPackages[`node_modules/${name}`]?.devOptional);
    expect(optionalPeers.filter((name) => !install?.includes(` node_modules/${name.split("/")[0]}`))).toEqual([]);
    expect(runtime).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });

  test("is built from files that exist", () => {
    const sources = stages.flatMap((stage) =>
      [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = ""]) => files.split(" ")),
    );
    expect(sources.filter((file) => !existsSync(file))).toEqual([]);
    const included = [...readFileSync(".dockerignore", "utf8").matchAll(/^!(.+)$/gm)].map(([, file = ""]) => file);
    expect(included.filter((file) => !existsSync(file))).toEqual([]);
    const isIncluded = (file: string) => included.some((each) => file === each || file.startsWith(`${each}/`));
    expect(sources.filter((file) => file !== "." && !isIncluded(file))).toEqual([]);
    const sourceFolders = [...new Set(globSync("*/*.{ts,tsx,mjs}").map((file) => file.split("/")[0]))];
    expect(sourceFolders.filter((folder) => !included.includes(folder ?? ""))).toEqual(["e2e"]);
  });

  test("can be installed with npm ci, because the lock file lists the packages for all platforms", () => {
    const optional = Object.values(lockedPackages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
    const missing = optional.filter((name) => !Object.keys(lockedPackages).some((path) => path.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
  });
});

test("no process of an install on several machines starts without the shared database and secret", async () => {
  for (const command of ["migrate", "web", "worker"] as const)
    for (const [name, url] of Object.entries({ DATABASE_URL: "", AUTH_SECRET: "postgres://localhost/gatehouse" })) {
      const env = childEnvironment({ DATABASE_URL: url, AUTH_SECRET: "", NODE_OPTIONS: undefined });
      await expect(promisify(execFile)(process.execPath, commands[command], { env })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`npm run ${command} requires ${name}`),
      });
    }
});

describe("compose.yaml", () => {
  test("runs commands that exist, with a read-only file system and without capabilities", () => {
    expect(ownServices.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
    for (const [name, { command, read_only, cap_drop }] of ownServices) {
      expect(Object.keys(commands)).toContain(command?.[0]);
      expect([name, read_only, cap_drop]).toEqual([name, true, ["ALL"]]);
    }
  });

  test("sets every setting except those of the image, and names those that are required", () => {
    const variables = Object.values(compose.services).flatMap(({ environment }) => Object.keys(environment ?? {}));
    expect(variables.filter((name) => !isKnown(name))).toEqual([]);
    // A setting in .env that no service gets would be ignored without a message.
    expect(settings.filter((name) => !variables.includes(name))).toEqual(["PORT", "HOST", "DATA_DIR", "WEB_PROCESSES", "WORKER"]);
    const text = readFileSync("compose.yaml", "utf8");
    for (const name of ["DOMAIN", "AUTH_SECRET", "DATABASE_PASSWORD", "DATABASE_OWNER_PASSWORD"])
      expect(text).toMatch(new RegExp(`\\$\\{${name}:\\?[^}]+\\}`));
  });

  test("migrates before the web server and the worker start, as the role that owns the tables", () => {
    for (const name of ["web", "worker"]) {
      const service = compose.services[name];
      expect(service?.depends_on?.migrate?.condition).toBe("service_completed_successfully");
      expect(service?.environment).not.toHaveProperty("MIGRATION_DATABASE_URL");
    }
    expect(compose.services.migrate?.environment).toHaveProperty("MIGRATION_DATABASE_URL");
  });

  test("mounts files and volumes that exist", () => {
    for (const { volumes = [] } of Object.values(compose.services))
      for (const volume of volumes) {
        const [source = ""] = volume.split(":");
        expect([source, source.startsWith(".") ? existsSync(source) : source in compose.volumes]).toEqual([source, true]);
      }
  });
});

describe("the Kubernetes manifests", () => {
  test("are all applied, except the example of the secret", () => {
    const kustomization = manifests.find(({ kind }) => kind === "Kustomization");
    const applied = (kustomization?.resources ?? []).map((file) => `deploy/kubernetes/${file}`);
    expect([...new Set(manifests.map(({ file }) => file))].sort()).toEqual(
      [...applied, "deploy/kubernetes/kustomization.yaml", "deploy/kubernetes/secret.example.yaml"].sort(),
    );
    expect(kustomization?.images?.map(({ name }) => name)).toEqual([
      ...new Set(workloads.flatMap(({ spec }) => spec.containers.map(({ image }) => image))),
    ]);
  });

  test("run every process without root, on a read-only file system, with the restricted profile", () => {
    expect(workloads.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      "Deployment gatehouse-web",
      "Deployment gatehouse-worker",
      "Job gatehouse-migrate",
    ]);
    for (const { spec } of workloads) {
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
      for (const { securityContext, resources, args, volumeMounts = [] } of spec.containers) {
        expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
        expect(resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
        expect(Object.keys(commands)).toContain(args[0]);
        for (const { name } of volumeMounts) expect(spec.volumes.map((volume) => volume.name)).toContain(name);
      }
      for (const { persistentVolumeClaim } of spec.volumes)
        if (persistentVolumeClaim) expect(find("PersistentVolumeClaim", persistentVolumeClaim.claimName)).toBeDefined();
    }
  });

  test("set only variables that exist, and give the role that owns the tables only to the migration", () => {
    const variables = manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
    for (const { kind, spec } of workloads)
      for (const { env = [], envFrom = [] } of spec.containers) {
        variables.push(...env.map(({ name }) => name));
        const sources = envFrom.map(({ configMapRef, secretRef }) =>
          configMapRef ? find("ConfigMap", configMapRef.name) : find("Secret", secretRef?.name ?? ""),
        );
        expect(sources).not.toContain(undefined);
        const names = sources.flatMap((source) => Object.keys({ ...source?.data, ...source?.stringData }));
        expect(names).toEqual(expect.arrayContaining(["APP_URL", "DATABASE_URL", "AUTH_SECRET"]));
        expect(names.includes("MIGRATION_DATABASE_URL")).toBe(kind === "Job");
      }
    expect(variables.filter((name) => !isKnown(name))).toEqual([]);
  });

  test("select the pods by their labels", () => {
    const podLabels = (name: string) => workloads.find((workload) => workload.name === name)?.labels;
    const web = { "app.kubernetes.io/name": "gatehouse", "app.kubernetes.io/component": "web" };
    expect(podLabels("gatehouse-web")).toEqual(web);
    expect(find("Service", "gatehouse")?.spec?.selector).toEqual(web);
    expect(find("PodDisruptionBudget", "gatehouse-web")?.spec).toMatchObject({ minAvailable: 1, selector: { matchLabels: web } });
    for (const name of ["gatehouse-web", "gatehouse-worker"])
      expect(find("Deployment", name)?.spec?.selector?.matchLabels).toEqual(podLabels(name));
  });

  test("replace two web servers without failed requests: each drains for longer than the probe takes, and has the time for it", () => {
    const web = find("Deployment", "gatehouse-web");
    expect(web?.spec?.replicas).toBe(2);
    const { containers, terminationGracePeriodSeconds = 0 } = web?.spec?.template?.spec ?? { containers: [] };
    const probe = containers[0]?.readinessProbe;
    const drainSeconds = Number(find("ConfigMap", "gatehouse")?.data?.DRAIN_SECONDS);
    expect(probe?.httpGet.path).toBe("/api/health/ready");
    expect(containers[0]?.livenessProbe?.httpGet.path).toBe("/api/health/live");
    expect(drainSeconds).toBeGreaterThan((probe?.periodSeconds ?? 0) * (probe?.failureThreshold ?? 0) + 1);
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + 45);
  });
});
