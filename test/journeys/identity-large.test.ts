import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { embedded, startInstallation } from "#test/processes";
import { startLargeDomain } from "../../bench/support/large-domain.ts";

interface Page {
  readonly identityFindings: readonly { readonly id: string; readonly targetName: string }[];
  readonly total: number;
  readonly hasMore: boolean;
}

const size = { users: 20_500, computers: 10, groups: 10 };
const most = 1000;

test("twenty thousand findings of one rule are recorded, read by the page, resolved at once, and come back as themselves", async (t) => {
  const domain = await startLargeDomain(t, size);
  const installation = await startInstallation(t, embedded.probe);
  await writeFile(join(installation.dir, "ca.pem"), domain.ca);
  const client = await installation.client("default", "exposure");
  /** @param days Since so long a user has not signed in who is minded. */
  const assess = async (days: number): Promise<string> => {
    await installation.apply(`
tenant: default
sites: [{ name: HQ }]
directories:
  - name: big
    type: active_directory
    site: HQ
    url: ${domain.url}
    caFile: ca.pem
    user: ${domain.user}
    password: "${domain.password}"
    thresholds: { staleAccountDays: ${days} }
`);
    return installation.vedette("identity", "assess", "big", "--tenant", "default", "--wait");
  };
  const list = "/identity-findings?ruleId=ad.stale-user";
  const page = (offset: number) => client.get<Page>(`${list}&limit=${most}&offset=${offset}`);
  const idsOfAll = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += most) {
      const { identityFindings, hasMore } = await page(offset);
      ids.push(...identityFindings.map(({ id }) => id));
      if (!hasMore) return ids;
    }
  };

  await assess(1);
  const ids = await idsOfAll();
  await t.test("each is recorded once, and the pages are all of them", async () => {
    assert.ok(ids.length >= 20_000, `${ids.length}`);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal((await page(0)).total, ids.length);
    const whole = await client.get<Page>(list);
    assert.deepEqual(
      whole.identityFindings.map(({ id }) => id),
      ids,
    );
  });

  await t.test(
    "the rule minds none of them any more: all are resolved by one assessment",
    async () => {
      const resolved = await assess(36_500);
      const count = Number(/([\d,]+) resolved/.exec(resolved)?.[1]?.replaceAll(",", ""));
      assert.ok(count >= ids.length, resolved);
      assert.equal((await page(0)).total, 0);
      const { status } = await client.get<{ status: string }>(`/identity-findings/${ids[0]}`);
      assert.equal(status, "resolved");
    },
  );

  await t.test("it minds them again: they are the same findings", async () => {
    await assess(1);
    assert.deepEqual((await idsOfAll()).toSorted(), ids.toSorted());
  });
});
