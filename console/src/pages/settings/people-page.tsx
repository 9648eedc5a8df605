import { Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { PeopleTable } from "./people-table.tsx";

/** Settings → People: who is in the tenant, and who is invited. */
export function PeoplePage() {
  const people = useApi("listPeople", {});
  const [inviting, setInviting] = useState(false);
  return (
    <Page
      title={t("people.title")}
      lead={t("people.lead")}
      actions={
        <GuardedButton
          need="administer"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          {t("people.invite")}
        </GuardedButton>
      }
    >
      <Loaded query={people}>
        {({ people: members, invitations }) => (
          <Stack>
            <PeopleTable people={members} />
            {invitations.length > 0 && <InvitationsSection invitations={invitations} />}
          </Stack>
        )}
      </Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
