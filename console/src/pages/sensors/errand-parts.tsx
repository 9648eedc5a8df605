import { List, Text } from "@mantine/core";
import type { Errand } from "../../api/operations.generated.ts";
import { plural } from "../../text/text.ts";
import { type HostFacts, aspectName, aspectOf, aspectValue } from "./host-aspects.ts";

type Check = NonNullable<Errand["check"]>;

/** More would hide the rest of the form. */
const mostShown = 20;

/** What a check read of an SNMP device. */
export function CheckedParts({
  interfaces,
  host,
}: {
  interfaces: NonNullable<Check["interfaces"]>;
  host: readonly HostFacts[];
}) {
  const lines = [
    ...interfaces.map(
      ({ name, alias, operStatus }) =>
        `${name}${alias === null || alias === "" ? "" : ` (${alias})`}: ${operStatus}`,
    ),
    ...host.map((facts) => `${aspectName(aspectOf(facts))}: ${aspectValue(facts)}`),
  ];
  if (lines.length === 0) return null;
  return (
    <div>
      <List size="sm">
        {lines.slice(0, mostShown).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {lines.length > mostShown && (
        <Text size="sm">{plural("sensorForm.moreParts", lines.length - mostShown)}</Text>
      )}
    </div>
  );
}
