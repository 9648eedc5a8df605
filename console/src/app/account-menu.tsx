import {
  Avatar,
  Group,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "../text/text.ts";
import { paths } from "./paths.ts";
import { type Session, signOut } from "./session.ts";
import { tellFailed } from "./tell.tsx";
import { useTenant } from "./tenant.ts";

/** Who one is, which tenant one looks at, how it looks, and the way out. */
export function AccountMenu({ session, onShowKeys }: { session: Session; onShowKeys: () => void }) {
  const tenant = useTenant();
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" visibleFrom="xs" maw={160} truncate>
              {tenant.name}
            </Text>
            <VisuallyHidden>{t("app.account")}</VisuallyHidden>
            <Avatar size="sm" color="teal" name={session.user?.name ?? ""} alt="" aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.user?.email}</Menu.Label>
        <Menu.Item component={Link} to={paths.account}>
          {t("app.account")}
        </Menu.Item>
        {session.tenants.length > 1 && <Menu.Label>{t("app.tenant")}</Menu.Label>}
        {session.tenants.length > 1 &&
          session.tenants.map(({ id, name }) => (
            <Menu.Item
              key={id}
              component={Link}
              to={paths.overview(name)}
              fw={id === tenant.id ? 600 : undefined}
            >
              {name}
            </Menu.Item>
          ))}
        <Menu.Label>{t("app.theme")}</Menu.Label>
        <Menu.RadioGroup
          aria-label={t("app.theme")}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {(["light", "dark", "auto"] as const).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`app.theme.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={onShowKeys}>{t("app.keys")}</Menu.Item>
        <Menu.Item onClick={() => void signOut(client).catch(tellFailed)}>
          {t("app.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
