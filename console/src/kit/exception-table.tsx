import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../text/text.ts";
import { ExceptionMark } from "./exception-mark.tsx";
import { GuardedButton } from "./guarded-button.tsx";
import { Time } from "./time.tsx";
import { WideTable } from "./wide-table.tsx";

/** What an exception says, whatever it is from. */
interface Exception {
  id: string;
  reason: string;
  owner: string;
  expiresAt: number | null;
  createdAt: number;
  createdBy: string;
  state: "holds" | "expired" | "ended";
  endedBy: string | null;
}

/** Exceptions, past ones included. */
export function ExceptionTable<Row extends Exception>({
  label,
  exceptions,
  nameOf,
  covers,
  onEnd,
}: {
  label: string;
  exceptions: readonly Row[];
  /** For screen readers: which one is ended. */
  nameOf: (exception: Row) => string;
  covers: (exception: Row) => ReactNode;
  onEnd: (exception: Row) => void;
}) {
  return (
    <WideTable
      label={label}
      minWidth={960}
      heads={[
        t("exceptions.covers"),
        t("exceptions.reason"),
        t("exceptions.owner"),
        t("exceptions.until"),
        t("exceptions.made"),
        t("exceptions.state"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {exceptions.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td miw={200} style={{ overflowWrap: "anywhere" }}>
              {covers(one)}
            </Table.Td>
            <Table.Td>
              <Text size="sm" lineClamp={3} title={one.reason}>
                {one.reason}
              </Text>
            </Table.Td>
            <Table.Td>{one.owner}</Table.Td>
            <Table.Td>
              <Time at={one.expiresAt} never={t("exceptions.untilEnded")} />
            </Table.Td>
            <Table.Td>
              <Time at={one.createdAt} />
              <Text size="xs" c="dimmed">
                {one.createdBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <ExceptionMark state={one.state}>{t(`exceptions.state.${one.state}`)}</ExceptionMark>
              {one.endedBy !== null && (
                <Text size="xs" c="dimmed">
                  {t("exceptions.endedBy", { name: one.endedBy })}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              {one.state === "holds" && (
                <GuardedButton
                  need="operate"
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t("exceptions.end")}: ${nameOf(one)}`}
                  onClick={() => onEnd(one)}
                >
                  {t("exceptions.end")}
                </GuardedButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
