import { Accordion, NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import type { ItemOf } from "../../kit/declaration.ts";
import { t } from "../../text/text.ts";
import type { DirectoryDeclaration } from "./directory-form.tsx";

/** From when on rules mind something, with what is usual (src/engines/directory-types/thresholds.ts). */
const usual = {
  active_directory: {
    krbtgtPasswordDays: 180,
    krbtgtPasswordDaysHigh: 366,
    kerberoastablePasswordDays: 40,
    privilegedPasswordDays: 1095,
    domainControllerPasswordDays: 45,
    seamlessSsoKeyDays: 365,
    staleAccountDays: 180,
    builtInAdministratorDays: 35,
    passwordLength: 14,
    passwordLengthLeast: 8,
    privilegedAccounts: 50,
    privilegedAccountsPercent: 10,
  },
  entra: {
    staleAccountDays: 180,
    globalAdministratorsLeast: 2,
    globalAdministratorsMost: 8,
    applicationSecretDays: 180,
    applicationCertificateDays: 365,
    stalePrivilegedDays: 90,
  },
} as const;

type Threshold = keyof NonNullable<ItemOf<"Directory">["thresholds"]>;

/** What most leave as it is: thresholds of rules; of Entra also where it is, for national clouds. */
export function DirectoryThresholds({ declaration }: { declaration: DirectoryDeclaration }) {
  const { item, change, errorOf, touch } = declaration;
  const thresholds = Object.entries(usual[item.type]) as [Threshold, number][];
  const set = (name: Threshold, value: number | string) => {
    const others = Object.entries({ ...item.thresholds }).filter(([key]) => key !== name);
    const all = value === "" ? others : [...others, [name, Number(value)]];
    change({ thresholds: all.length === 0 ? undefined : Object.fromEntries(all) });
  };
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="more">
        <Accordion.Control>{t("directories.more")}</Accordion.Control>
        <Accordion.Panel>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {item.type === "entra" &&
              (["loginUrl", "graphUrl"] as const).map((name) => (
                <TextInput
                  key={name}
                  label={t(`directories.${name}`)}
                  placeholder={t(`directories.${name}Usual`)}
                  value={item[name] ?? ""}
                  onChange={(event) =>
                    change({ [name]: event.currentTarget.value.trim() || undefined })
                  }
                  onBlur={() => touch(`/${name}`)}
                  error={errorOf(`/${name}`)}
                />
              ))}
            {thresholds.map(([name, usually]) => (
              <NumberInput
                key={name}
                label={t(`directories.threshold.${name}`)}
                placeholder={String(usually)}
                min={0}
                value={item.thresholds?.[name] ?? ""}
                onChange={(value) => set(name, value)}
                onBlur={() => touch(`/thresholds/${name}`)}
                error={errorOf(`/thresholds/${name}`)}
              />
            ))}
          </SimpleGrid>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
