import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Reply } from "../../api/client.ts";
import { useOwn, useOwnAct } from "../../api/own-hooks.ts";
import { paths } from "../../app/paths.ts";
import { type Session, sessionQuery, signOut } from "../../app/session.ts";
import { tellFailed } from "../../app/tell.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { NewPersonForm } from "./new-person-form.tsx";
import { OtherWays } from "./other-ways.tsx";
import { Refusal } from "./refusal.tsx";
import { useEntered } from "./use-entered.ts";

/** Taking an invitation. */
export function JoinPage() {
  const { token = "" }: { token?: string } = useSearch({ strict: false });
  const session = useQuery(sessionQuery);
  const [taken, setTaken] = useState(false);
  // Once it is taken the link is good no more: until the next page is there, nobody asks again.
  const enabled = token !== "" && !taken;
  const offer = useOwn("readInvitation", { body: { token } }, { enabled });
  if (token === "") {
    return (
      <EntryFrame title={t("account.join")}>
        <Text>{t("account.joinNoLink")}</Text>
      </EntryFrame>
    );
  }
  if (offer.error !== null) {
    return (
      <EntryFrame title={t("account.join")}>
        <Refusal>{offer.error.message}</Refusal>
      </EntryFrame>
    );
  }
  const lead =
    offer.data === undefined
      ? undefined
      : t("account.joinLead", {
          who: offer.data.invitedBy,
          role: t(`role.${offer.data.role}`),
        });
  const title =
    offer.data === undefined
      ? t("account.join")
      : t("account.joinTitle", { tenant: offer.data.tenantName });
  return (
    <EntryFrame title={title} lead={lead}>
      <Loaded query={session}>
        {(who) => (
          <Loaded query={offer}>
            {(invitation) => (
              <JoinForm
                session={who}
                invitation={invitation}
                token={token}
                onTaken={() => setTaken(true)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </EntryFrame>
  );
}

function JoinForm({
  session,
  invitation,
  token,
  onTaken,
}: {
  session: Session;
  invitation: Reply<"readInvitation">;
  token: string;
  onTaken: () => void;
}) {
  const join = useOwnAct("join");
  const entered = useEntered();
  const navigate = useNavigate();
  const { email, name, hasAccount } = invitation;
  const here = `${paths.join}?token=${token}`;
  const onSuccess = ({ tenantName }: { tenantName: string }) => {
    onTaken();
    entered({ to: paths.overview(tenantName), search: {} });
  };
  if (session.user !== null && session.user.email !== email) {
    return <AsSomebodyElse email={session.user.email} invited={email} />;
  }
  if (session.user !== null) {
    return (
      <Stack>
        <Text>{t("account.joinAs", { email })}</Text>
        {join.error !== null && <Refusal>{join.error.message}</Refusal>}
        <Button
          loading={join.isPending}
          onClick={() => join.mutate({ body: { token } }, { onSuccess })}
        >
          {t("account.joinVerb")}
        </Button>
      </Stack>
    );
  }
  if (hasAccount) {
    return (
      <Stack>
        <Text>{t("account.joinSignIn", { email })}</Text>
        <Button onClick={() => void navigate({ to: paths.signIn, search: { next: here } })}>
          {t("account.signIn")}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack>
      <NewPersonForm
        name={name}
        email={email}
        verb={t("account.joinVerb")}
        busy={join.isPending}
        error={join.error}
        onSubmit={(person) =>
          join.mutate(
            { body: { token, name: person.name, password: person.password } },
            { onSuccess },
          )
        }
      />
      {session.provider !== null && <OtherWays provider={session.provider} next={here} />}
    </Stack>
  );
}

function AsSomebodyElse({ email, invited }: { email: string; invited: string }) {
  const client = useQueryClient();
  return (
    <Stack>
      <Text>{t("account.joinOther", { email, invited })}</Text>
      <Anchor
        component="button"
        type="button"
        ta="left"
        onClick={() => void signOut(client).catch(tellFailed)}
      >
        {t("app.signOut")}
      </Anchor>
    </Stack>
  );
}
