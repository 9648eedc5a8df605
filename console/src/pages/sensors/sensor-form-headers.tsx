import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../text/text.ts";
import { Legend } from "./sensor-form-legend.tsx";
import { useField, useSensorForm } from "./sensor-form-state.ts";
import { type Item, isMapping } from "./sensor-item.ts";

interface Row {
  key: number;
  name: string;
  /** `null`: the value that the server keeps. */
  value: string | null;
}

const at = "/http/headers";

/** HTTP headers: names are shown, values are secrets. */
export function HeaderFields() {
  const { value, set, error, readOnly } = useField(at);
  const { secrets } = useSensorForm();
  const kept = secrets.flatMap((pointer) => {
    const name = pointer.startsWith(`${at}/`) ? pointer.slice(at.length + 1) : undefined;
    return name === undefined ? [] : [name.replaceAll("~1", "/").replaceAll("~0", "~")];
  });
  const [rows, setRows] = useState<readonly Row[]>(() =>
    rowsOf(isMapping(value) ? value : {}, kept),
  );
  const change = (next: readonly Row[]) => {
    setRows(next);
    const headers = headersOf(next, kept);
    set(
      Object.keys(headers).length === 0 && kept.length === 0 && next.length === 0
        ? undefined
        : headers,
    );
  };
  const put = (row: Row) => change(rows.map((each) => (each.key === row.key ? row : each)));
  const nextKey = 1 + Math.max(0, ...rows.map(({ key }) => key));
  return (
    <Fieldset legend={<Legend text={t("sensorForm.headers")} />} variant="unstyled" data-field={at}>
      <Stack gap="xs" mt={4}>
        {rows.map((row) => (
          <Group key={row.key} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              flex={1}
              label={t("sensorForm.headerName")}
              value={row.name}
              onChange={(event) => put({ ...row, name: event.currentTarget.value })}
              readOnly={readOnly || row.value === null}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordInput
              flex={2}
              label={t("sensorForm.headerValue")}
              placeholder={row.value === null ? t("sensorForm.isSet") : ""}
              value={row.value ?? ""}
              onChange={(event) =>
                put({
                  ...row,
                  value:
                    event.currentTarget.value === "" && kept.includes(row.name)
                      ? null
                      : event.currentTarget.value,
                })
              }
              readOnly={readOnly}
              autoComplete="new-password"
              visibilityToggleButtonProps={{
                "aria-label": t("sensorForm.showSecret", { name: row.name }),
              }}
            />
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label={t("sensorForm.removeHeader", { name: row.name })}
              disabled={readOnly}
              onClick={() => change(rows.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {error !== undefined && (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        )}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          disabled={readOnly}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change([...rows, { key: nextKey, name: "", value: "" }])}
        >
          {t("sensorForm.addHeader")}
        </Button>
      </Stack>
    </Fieldset>
  );
}

function rowsOf(headers: Item, kept: readonly string[]): Row[] {
  const written = Object.entries(headers).filter(([, value]) => typeof value === "string");
  const names = new Set(written.map(([name]) => name));
  return [
    ...kept
      .filter((name) => !names.has(name) && headers[name] !== null)
      .map((name) => ({ name, value: null })),
    ...written.map(([name, value]) => ({ name, value: String(value) })),
  ].map((row, key) => ({ ...row, key }));
}

/** What is kept is left out; what was kept and is gone from the rows is taken away. */
function headersOf(rows: readonly Row[], kept: readonly string[]): Item {
  const written = rows.flatMap(({ name, value }): [string, string][] =>
    value === null || name === "" ? [] : [[name, value]],
  );
  const names = new Set(rows.map(({ name }) => name));
  const gone = kept.filter((name) => !names.has(name)).map((name): [string, null] => [name, null]);
  return Object.fromEntries([...written, ...gone]);
}
