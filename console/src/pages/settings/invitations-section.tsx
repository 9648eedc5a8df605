import { Button, Table, Text } from "@mantine/core";
import { useAct } from "../../api/hooks.ts";
import type { Invitation } from "../../api/operations.generated.ts";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";

/** Places that wait for somebody. */
export function InvitationsSection({ invitations }: { invitations: readonly Invitation[] }) {
  const revoke = useAct("revokeInvitation", {
    changes: ["listPeople"],
    done: t("people.revoked"),
  });
  return (
    <Section title={t("people.invitations")}>
      <WideTable
        label={t("people.invitations")}
        minWidth={560}
        heads={[
          t("account.email"),
          t("people.role"),
          t("people.invitedBy"),
          t("people.expires"),
          t("common.actions"),
        ]}
      >
        <Table.Tbody>
          {invitations.map(({ id, email, name, role, createdBy, expiresAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {email}
                {name !== "" && (
                  <Text size="xs" c="dimmed">
                    {name}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{t(`role.${role}`)}</Table.Td>
              <Table.Td>{createdBy}</Table.Td>
              <Table.Td>
                <Time at={expiresAt} />
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`${t("people.revoke")}: ${email}`}
                  onClick={() => revoke.mutate({ path: { id } })}
                >
                  {t("people.revoke")}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Section>
  );
}
