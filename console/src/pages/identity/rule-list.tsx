import { Accordion, Anchor, Badge, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconHelpCircle,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { IdentityRuleRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Loaded } from "../../kit/loading.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { plural, t } from "../../text/text.ts";
import { categoryName } from "./category-name.ts";
import { References } from "./references.tsx";

type Outcome = "found" | "clean" | "not_evaluated" | "not_applicable";
const outcomes: readonly Outcome[] = ["found", "clean", "not_evaluated", "not_applicable"];

const looks = {
  found: [IconAlertTriangle, "var(--status-warning)"],
  clean: [IconCircleCheck, "var(--status-up)"],
  not_evaluated: [IconHelpCircle, "var(--status-quiet)"],
  not_applicable: [IconCircleMinus, "var(--status-quiet)"],
} as const;

/** What became of each rule, by category. */
export function RuleList({ directoryId }: { directoryId: string }) {
  const rules = useApi("listIdentityRules", { path: { id: directoryId } });
  useLiveRefresh(["assessments", "identity_findings"], ["listIdentityRules"]);
  const [filters, change] = useFilters();
  const wanted = outcomes.find((each) => each === filters["rules"]) ?? "all";
  return (
    <Loaded query={rules}>
      {({ items }) => {
        if (items.length === 0) return <Text size="sm">{t("identity.noRules")}</Text>;
        const shown = items.filter((rule) => wanted === "all" || outcomeOf(rule) === wanted);
        const byCategory = Map.groupBy(shown, ({ category }) => category);
        return (
          <Stack gap="md">
            <SegmentedControl
              aria-label={t("identity.outcome")}
              orientation="horizontal"
              value={wanted}
              onChange={(value) => change({ rules: value === "all" ? "" : value })}
              data={[
                { value: "all", label: t("identity.allRules", { count: items.length }) },
                ...outcomes.map((value) => ({
                  value,
                  label: t(`identity.outcomeCount.${value}`, {
                    count: items.filter((rule) => outcomeOf(rule) === value).length,
                  }),
                })),
              ]}
              style={{ overflowX: "auto" }}
            />
            {shown.length === 0 && <Text size="sm">{t("identity.noSuchRules")}</Text>}
            {[...byCategory].map(([category, ofCategory]) => (
              <Stack key={category} gap={6}>
                <Text component="h3" size="sm" fw={600} m={0}>
                  {categoryName(category)}
                </Text>
                <Accordion variant="contained" chevronPosition="left" order={4}>
                  {ofCategory.map((rule) => (
                    <Rule key={rule.ruleId} rule={rule} directoryId={directoryId} />
                  ))}
                </Accordion>
              </Stack>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function Rule({ rule, directoryId }: { rule: IdentityRuleRow; directoryId: string }) {
  const { name } = useTenant();
  const outcome = outcomeOf(rule);
  const [Icon, color] = looks[outcome];
  const findings = `${paths.identity(name)}?tab=findings&directory=${directoryId}&rule=${rule.ruleId}`;
  return (
    <Accordion.Item value={rule.ruleId}>
      <Accordion.Control>
        <Group gap="sm" justify="space-between">
          <Group gap="xs" wrap="nowrap" flex={1} miw={220}>
            <Icon size={16} color={color} aria-hidden style={{ flex: "none" }} />
            <Text size="sm">{rule.title}</Text>
          </Group>
          <Group gap="sm">
            {outcome === "found" && (
              <Text size="sm" component="span">
                <SeverityBadge severity={rule.severity} />
              </Text>
            )}
            {rule.accepted > 0 && (
              <Badge color="gray" variant="light" tt="none">
                {plural("identity.accepted", rule.accepted)}
              </Badge>
            )}
            <Text size="sm">
              {outcome === "found"
                ? plural("identity.openOf", rule.open)
                : t(`identity.outcome.${outcome}`)}
            </Text>
          </Group>
        </Group>
        {rule.reason !== null && outcome === "not_evaluated" && (
          <Text size="xs" c="dimmed" mt={4}>
            {rule.reason}
          </Text>
        )}
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="sm">{rule.asks}</Text>
          <Text size="sm" c="dimmed">
            {t("identity.judged", { judged: rule.judged, found: rule.found })}
            {rule.unread > 0 && ` ${plural("identity.unread", rule.unread)}`}
          </Text>
          <Text size="sm" fw={600}>
            {t("identity.remedy")}
          </Text>
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {rule.remediation}
          </Text>
          <References references={rule.references} />
          <Text size="xs" c="dimmed">
            {rule.ruleId}
          </Text>
          {rule.open + rule.accepted > 0 && (
            <Anchor component={Link} to={findings} size="sm">
              {t("identity.toItsFindings")}
            </Anchor>
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function outcomeOf({ outcome, open }: IdentityRuleRow): Outcome {
  if (open > 0) return "found";
  return outcome === "evaluated" ? "clean" : outcome;
}
