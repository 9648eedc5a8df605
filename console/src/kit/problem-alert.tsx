import { Alert, Anchor, Button, List, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useContext } from "react";
import { ApiProblem } from "../api/client.ts";
import { isAt, navigationOf } from "../app/navigation.ts";
import { TenantContext } from "../app/tenant.ts";
import { t } from "../text/text.ts";
import { isDenied, problemWords } from "./problem-words.ts";

/**
 * What happened and what to do about it.
 *
 * @param onTryAgain for what was to be seen: reads it again. Left out for what was to be done.
 */
export function ProblemAlert({ error, onTryAgain }: { error: Error; onTryAgain?: () => unknown }) {
  const details = error instanceof ApiProblem ? error.details : [];
  const { title, hints } = problemWords(error, onTryAgain === undefined ? "deed" : "reading");
  return (
    <Alert color="red" title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {details.length > 0 && (
          <List size="sm">
            {details.map(({ path, message }) => (
              <List.Item key={`${path} ${message}`}>
                {path} {message}
              </List.Item>
            ))}
          </List>
        )}
        {hints.map((hint) => (
          <Text key={hint} size="sm">
            {hint}
          </Text>
        ))}
        {onTryAgain !== undefined &&
          (isDenied(error) ? (
            <WayBack />
          ) : (
            <Button size="xs" variant="default" onClick={() => void onTryAgain()}>
              {t("common.tryAgain")}
            </Button>
          ))}
      </Stack>
    </Alert>
  );
}

/** To the list that the page belongs to. */
function WayBack() {
  const tenant = useContext(TenantContext);
  const { pathname } = useLocation();
  if (tenant === null) return null;
  const item = navigationOf(tenant)
    .flatMap(({ items }) => items)
    .find((each) => each.href !== pathname && isAt(each, pathname));
  if (item === undefined) return null;
  return (
    <Anchor component={Link} to={item.href} size="sm">
      {t("common.goTo", { page: item.label })}
    </Anchor>
  );
}
