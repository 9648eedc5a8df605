/** What `vedette apply` declares can be declared with the mouse as well: each property has a field in a form. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { phone } from "#test/browser";
import { type StartedConsole, startConsole } from "#test/console";

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

const file = new URL("../../openapi/console.json", import.meta.url);
const { components }: { components: { schemas: Record<string, Schema> } } = JSON.parse(
  await readFile(file, "utf8"),
);

/** The properties of an item that hold no others, such as `budget.totalPerSec`, whatever type it is of. */
function propertiesOf(schema: Schema, prefix = ""): Set<string> {
  const { $ref, anyOf = [], items, properties = {} } = schema;
  const named = $ref === undefined ? undefined : components.schemas[$ref.split("/").at(-1) ?? ""];
  const branches = [...anyOf, ...(named === undefined ? [] : [named])];
  const found = branches.flatMap((branch) => [...propertiesOf(branch, prefix)]);
  if (items !== undefined) found.push(...propertiesOf(items, prefix));
  for (const [key, inner] of Object.entries(properties)) {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    const within = propertiesOf(inner, path);
    found.push(...(within.size === 0 ? [path] : within));
  }
  return new Set(found);
}

interface Form {
  schema: string;
  /** Behind the tenant. */
  path: string;
  /** The button that opens it. */
  opens: string;
  /** What shows more of its fields, one after the other. */
  steps?: readonly ((dialog: Locator) => Promise<void>)[];
  /** The label of the field of each property. */
  labels: Readonly<Record<string, string>>;
  /** Properties without a field of their own, and why. */
  without?: Readonly<Record<string, string>>;
}

const press = (name: string) => (dialog: Locator) => dialog.getByRole("button", { name }).click();
const choose = (name: string) => (dialog: Locator) =>
  dialog.getByText(name, { exact: true }).click();
const daily = async (dialog: Locator) => {
  await dialog.getByRole("combobox", { name: "When" }).click();
  await dialog.page().getByRole("option", { name: "Every day" }).click();
};

const forms: readonly Form[] = [
  {
    schema: "CompanyDeclaration",
    path: "/settings/companies",
    opens: "New company",
    labels: { name: "Name" },
  },
  {
    schema: "CollectorDeclaration",
    path: "/settings/collectors",
    opens: "New collector",
    labels: { name: "Name", "targets.allow": "Only these", "targets.deny": "None of these" },
  },
  {
    schema: "ProbeDeclaration",
    path: "/settings/probes",
    opens: "New probe",
    labels: {
      name: "Name",
      company: "Company",
      "targets.allow": "Only these",
      "targets.deny": "None of these",
    },
  },
  {
    schema: "SiteDeclaration",
    path: "/sites",
    opens: "New site",
    labels: { name: "Name", company: "Company", subnets: "Networks", timezone: "Time zone" },
  },
  {
    schema: "MaintenanceWindowDeclaration",
    path: "/maintenance",
    opens: "New window",
    steps: [choose("Again and again"), choose("Any of these")],
    labels: {
      name: "Name",
      startsAt: "Begins",
      endsAt: "Ends",
      cron: "When",
      timezone: "Time zone",
      durationMin: "Lasts (minutes)",
      companies: "Companies",
      sensors: "Sensors",
      tags: "Tags",
    },
  },
  {
    schema: "ScanDeclaration",
    path: "/scans",
    opens: "New scan",
    steps: [press("More settings"), daily],
    labels: {
      name: "Name",
      site: "Site",
      type: "Type",
      targets: "Targets",
      schedule: "When",
      timezone: "Time zone",
      enabled: "Run by the schedule",
      probe: "Probe",
      exclude: "Never touched",
      ports: "TCP ports",
      udpPorts: "UDP ports",
      nmap: "Use nmap as well",
      includeFragile: "Ask printers and industrial controllers, too",
      "budget.perHostPerSec": "Probes a second to one host",
      "budget.perSubnetPerSec": "Probes a second to one /24",
      "budget.totalPerSec": "Probes a second in all",
      connectTimeoutMs: "Milliseconds that a connection may take",
    },
  },
  {
    schema: "BundleDeclaration",
    path: "/audits?tab=bundles",
    opens: "Add a rule set",
    steps: [choose("On the hosts, from their distribution")],
    labels: { name: "Name", file: "File", content: "Name of the file on the hosts" },
    without: { data: "is what is in the chosen file" },
  },
  {
    schema: "AuditDeclaration",
    path: "/audits",
    opens: "New audit",
    steps: [press("Limits and evidence"), daily],
    labels: {
      name: "Name",
      bundle: "Rule set",
      profile: "Profile",
      site: "Only at this site",
      tags: "Only hosts with one of these tags",
      schedule: "When",
      timezone: "Time zone",
      enabled: "The schedule is on",
      keepArf: "Keep the whole result of each run (ARF)",
      "limits.timeMinutes": "Gives up after (minutes)",
      "limits.memoryMb": "Memory that it may take (MB)",
    },
  },
  {
    schema: "DirectoryDeclaration",
    path: "/settings/directories",
    opens: "New directory",
    steps: [press("More settings"), daily, choose("Entra")],
    labels: {
      name: "Name",
      type: "Kind",
      site: "Site",
      probe: "Probe",
      schedule: "When",
      timezone: "Time zone",
      enabled: "Assess by the schedule",
      urls: "Domain controllers",
      user: "User",
      password: "Password",
      ca: "Certificates of your CA (PEM)",
      serverName: "Name in the certificate",
      baseDn: "Base DN",
      tenantId: "Tenant ID",
      clientId: "Application (client) ID",
      clientSecret: "Client secret",
      breakGlass: "Break-glass accounts",
      loginUrl: "Sign-in address",
      graphUrl: "Graph address",
      "thresholds.krbtgtPasswordDays": "Days: password of krbtgt (medium)",
      "thresholds.krbtgtPasswordDaysHigh": "Days: password of krbtgt (high)",
      "thresholds.kerberoastablePasswordDays": "Days: privileged account with an SPN",
      "thresholds.privilegedPasswordDays": "Days: password of privileged accounts",
      "thresholds.domainControllerPasswordDays": "Days: password of domain controllers",
      "thresholds.seamlessSsoKeyDays": "Days: key of AZUREADSSOACC$",
      "thresholds.staleAccountDays": "Days without a sign-in: stale",
      "thresholds.builtInAdministratorDays": "Days: built-in administrator signed in",
      "thresholds.passwordLength": "Characters of a password",
      "thresholds.passwordLengthLeast": "Characters below which it is high",
      "thresholds.privilegedAccounts": "Privileged accounts at most",
      "thresholds.privilegedAccountsPercent": "Privileged accounts at most, per cent",
      "thresholds.globalAdministratorsLeast": "Global administrators at least",
      "thresholds.globalAdministratorsMost": "Global administrators at most",
      "thresholds.applicationSecretDays": "Days: secret of an application",
      "thresholds.applicationCertificateDays": "Days: certificate of an application",
      "thresholds.stalePrivilegedDays": "Days without a sign-in: privileged",
    },
    without: { url: "is one entry of `urls`" },
  },
];

/** With or without the asterisk of what is needed. */
function labelled(place: Locator, label: string): Locator {
  const escaped = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const field = place.getByLabel(new RegExp(`^${escaped}( \\*)?$`));
  // What a switch says of itself is part of its name.
  return field.or(place.getByRole("switch", { name: new RegExp(`^${escaped}`) }));
}

/** @throws Error naming the label of a property whose field is not in the form, whatever was pressed in it. */
async function findFields(page: Page, { labels, steps = [], opens }: Form): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: opens, exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: opens });
  await labelled(dialog, "Name").waitFor();
  const missing = new Set(Object.values(labels));
  const look = async () => {
    for (const label of missing) {
      if ((await labelled(dialog, label).count()) > 0) missing.delete(label);
    }
  };
  await look();
  for (const step of steps) {
    await step(dialog);
    await look();
  }
  // What comes a moment after the last step.
  for (const label of missing) {
    await labelled(dialog, label).first().waitFor({ state: "attached" });
  }
}

async function seed({ call, tenantId }: StartedConsole): Promise<void> {
  // An audit without a rule set has nothing to be held against, and is not offered.
  await call("POST", `/tenants/${tenantId}/declarations/bundles`, {
    name: "debian",
    content: "ssg-debian12-ds.xml",
  });
}

/** Fields of a sensor's form are marked with the place of the item that they are of. */
const sensorForms: readonly { type: string; target?: string; choose?: readonly string[] }[] = [
  { type: "icmp" },
  { type: "tcp" },
  { type: "tls" },
  { type: "http", target: "https://example.test", choose: ["User and password", "Token"] },
  { type: "snmp" },
  { type: "snmp", choose: ["v3"] },
];

test("everything that can be declared has a field in a form", async (t) => {
  const started = await startConsole(t);
  t.afterEach(started.closePages);

  await t.test("each property of each list has a field in the form of its items", async (group) => {
    await seed(started);
    for (const form of forms) {
      await group.test(form.schema, async () => {
        const described = propertiesOf(components.schemas[form.schema] ?? {});
        const known = [...Object.keys(form.labels), ...Object.keys(form.without ?? {})];
        assert.deepEqual([...described].toSorted(), known.toSorted());
        const page = await started.open(`/t/default${form.path}`, {
          expectedErrors: [/status of 400/],
        });
        await findFields(page, form);
      });
    }
  });

  await t.test("each property of a sensor of each type has a field in its form", async () => {
    const described = propertiesOf(components.schemas["SensorDeclaration"] ?? {});
    const missing = new Set([...described].map((path) => `/${path.replaceAll(".", "/")}`));
    const page = await started.open("/t/default/sensors/new", {
      expectedErrors: [/status of 400/],
      viewport: phone,
    });
    const look = async () => {
      for (const place of missing) {
        if ((await page.locator(`[data-field="${place}"]`).count()) > 0) missing.delete(place);
      }
    };
    const folded = page.getByRole("button", { name: "More settings", expanded: false });
    const unfold = async () => {
      while ((await folded.count()) > 0) await folded.first().click();
    };
    for (const { type, target, choose: options = [] } of sensorForms) {
      const query = new URLSearchParams({ type, ...(target === undefined ? {} : { target }) });
      await page.goto(`${started.installation.url}/t/default/sensors/new?${query.toString()}`);
      await page.getByRole("textbox", { name: "Name" }).waitFor();
      if ((await page.getByRole("radio", { checked: true }).count()) > 0) missing.delete("/type");
      await unfold();
      await look();
      for (const option of options) {
        if (option === "v3") {
          await page.getByRole("combobox", { name: "Version" }).click();
          await page.getByRole("option", { name: option }).click();
          await unfold();
        } else {
          await page.getByText(option, { exact: true }).click();
        }
        await look();
      }
      if (type === "snmp" && (await page.getByLabel("Host").count()) > 0) missing.delete("/host");
    }
    assert.deepEqual([...missing], []);
  });

  await t.test(
    "a scan without a limit is made with the mouse, and shown as one when it is changed",
    async () => {
      const path = `/tenants/${started.tenantId}/declarations`;
      await started.call("POST", `${path}/sites`, { name: "lab", subnets: ["10.0.0.0/24"] });
      const item = { name: "fast", site: "lab", type: "ports", targets: ["10.0.0.1"] };
      const { id } = await started.call<{ id: string }>("POST", `${path}/scans`, item);
      const page = await started.open(`/t/default/scans/${id}`);
      const budget = async () => {
        const reply = await started.call<{ item: { budget?: unknown } }>(
          "GET",
          `${path}/scans/${id}`,
        );
        return reply.item.budget;
      };
      const dialog = page.getByRole("dialog");
      const openMore = async () => {
        await page.getByRole("button", { name: "Edit" }).click();
        await dialog.getByRole("button", { name: "More settings" }).click();
      };
      const box = dialog.getByRole("checkbox", { name: "No limit: Probes a second in all" });
      await openMore();
      await box.check();
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      assert.partialDeepStrictEqual(await budget(), { totalPerSec: "unlimited" });
      await openMore();
      await box.and(page.getByRole("checkbox", { checked: true })).waitFor();
      await box.uncheck();
      await labelled(dialog, "Probes a second in all").fill("700");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      assert.partialDeepStrictEqual(await budget(), { totalPerSec: 700 });
    },
  );
});
