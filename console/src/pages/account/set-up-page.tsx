import { Code, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useOwnAct } from "../../api/own-hooks.ts";
import { paths } from "../../app/paths.ts";
import { Redirect } from "../../app/redirect.tsx";
import { sessionQuery } from "../../app/session.ts";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { NewPersonForm } from "./new-person-form.tsx";
import { useEntered } from "./use-entered.ts";

/** The first account, by the link that the server prints. */
export function SetUpPage() {
  const session = useQuery(sessionQuery);
  const { token }: { token?: string } = useSearch({ strict: false });
  const setUp = useOwnAct("setUp");
  const entered = useEntered();
  return (
    <EntryFrame title={t("account.setUp")} lead={t("account.setUpLead")}>
      <Loaded query={session}>
        {({ user, isSetUp }) => {
          if (user !== null) return <Redirect to={paths.home} />;
          if (isSetUp) return <Redirect to={paths.signIn} />;
          if (token === undefined) return <WhereTheLinkIs />;
          return (
            <NewPersonForm
              verb={t("account.setUpVerb")}
              busy={setUp.isPending}
              error={setUp.error}
              onSubmit={(person) =>
                setUp.mutate({ body: { token, ...person } }, { onSuccess: () => entered() })
              }
            />
          );
        }}
      </Loaded>
    </EntryFrame>
  );
}

function WhereTheLinkIs() {
  return (
    <Stack gap="xs">
      <Text>{t("account.setUpWhere")}</Text>
      <Code block>{new URL("set-up?token=…", document.baseURI).href}</Code>
      <Text size="sm" c="dimmed">
        {t("account.setUpAgain")}
      </Text>
    </Stack>
  );
}
