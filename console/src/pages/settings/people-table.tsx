import { ActionIcon, Badge, Menu, Stack, Table, Text } from "@mantine/core";
import { IconDots, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Person } from "../../api/operations.generated.ts";
import { sessionQuery } from "../../app/session.ts";
import { useTenant } from "../../app/tenant.ts";
import { Mark } from "../../kit/mark.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { plural, t } from "../../text/text.ts";
import { ChangePersonDialog } from "./change-person-dialog.tsx";
import { PasswordLinkDialog } from "./password-link-dialog.tsx";
import { RemovePerson } from "./remove-person.tsx";

type Deed = "change" | "link" | "remove";

/** Everybody in the tenant, and what can be done about each. */
export function PeopleTable({ people }: { people: readonly Person[] }) {
  const [deed, setDeed] = useState<{ what: Deed; person: Person } | null>(null);
  const close = () => setDeed(null);
  return (
    <>
      <WideTable
        label={t("people.title")}
        minWidth={680}
        heads={[
          t("common.name"),
          t("people.role"),
          t("people.secondFactor"),
          t("people.lastSeen"),
          t("common.actions"),
        ]}
      >
        <Table.Tbody>
          {people.map((person) => (
            <PersonRow
              key={person.userId}
              person={person}
              onDeed={(what) => setDeed({ what, person })}
            />
          ))}
        </Table.Tbody>
      </WideTable>
      {deed?.what === "change" && <ChangePersonDialog person={deed.person} onClose={close} />}
      {deed?.what === "link" && <PasswordLinkDialog person={deed.person} onClose={close} />}
      {deed?.what === "remove" && <RemovePerson person={deed.person} onClose={close} />}
    </>
  );
}

function PersonRow({ person, onDeed }: { person: Person; onDeed: (what: Deed) => void }) {
  const session = useQuery(sessionQuery);
  const isOwn = session.data?.user?.id === person.userId;
  const { name, email, role, companyIds, hasSecondFactor, lastSeenAt } = person;
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0}>
          <Text size="sm">
            {name}
            {isOwn && (
              <Badge ml="xs" size="sm" variant="light">
                {t("people.you")}
              </Badge>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td>
        {t(`role.${role}`)}
        {companyIds !== null && (
          <Text size="xs" c="dimmed">
            {plural("people.companies", companyIds.length)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {hasSecondFactor ? (
          <Mark look={[IconShieldCheck, "status-up"]}>{t("people.has")}</Mark>
        ) : (
          <Text size="sm" c="dimmed">
            {t("common.none")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Time at={lastSeenAt} never={t("people.signedOut")} />
      </Table.Td>
      <Table.Td>
        <PersonMenu person={person} isOwn={isOwn} onDeed={onDeed} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What the server would refuse cannot be chosen, and the menu says why. */
function PersonMenu({
  person: { name, role },
  isOwn,
  onDeed,
}: {
  person: Person;
  isOwn: boolean;
  onDeed: (what: Deed) => void;
}) {
  const tenant = useTenant();
  const isAbove = role === "owner" && tenant.role !== "owner";
  const fault = isOwn ? t("people.notYourself") : isAbove ? t("people.onlyOwners") : null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t("people.actionsOf", { name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {fault !== null && <Menu.Label>{fault}</Menu.Label>}
        <Menu.Item disabled={fault !== null} onClick={() => onDeed("change")}>
          {t("people.change")}
        </Menu.Item>
        <Menu.Item disabled={fault !== null} onClick={() => onDeed("link")}>
          {t("people.passwordLink")}
        </Menu.Item>
        <Menu.Item disabled={fault !== null} onClick={() => onDeed("remove")}>
          {t("people.remove")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
