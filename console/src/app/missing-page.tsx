import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { paths } from "./paths.ts";
import { t } from "../text/text.ts";

/** For addresses where nothing is. */
export function MissingPage() {
  return (
    <Stack p="xl" gap="xs" maw={640}>
      <Title order={1}>{t("error.notFound")}</Title>
      <Text>{t("error.notFoundHint")}</Text>
      <Anchor component={Link} to={paths.home}>
        {t("nav.overview")}
      </Anchor>
    </Stack>
  );
}
