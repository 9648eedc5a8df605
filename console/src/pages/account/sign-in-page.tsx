import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { paths } from "../../app/paths.ts";
import { Redirect } from "../../app/redirect.tsx";
import { sessionQuery } from "../../app/session.ts";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { ownPath } from "./own-path.ts";
import { providerFault } from "./provider-fault.ts";
import { Refusal } from "./refusal.tsx";
import { SignIn } from "./sign-in.tsx";
import { useEntered } from "./use-entered.ts";

/** Where one signs in, and goes on to what one asked for. */
export function SignInPage() {
  const session = useQuery(sessionQuery);
  const { next, error }: { next?: string; error?: string } = useSearch({ strict: false });
  const entered = useEntered();
  const way = ownPath(next);
  if (session.data === undefined) {
    return (
      <EntryFrame title={t("account.signIn")}>
        <Loaded query={session}>{() => null}</Loaded>
      </EntryFrame>
    );
  }
  const { user, isSetUp } = session.data;
  if (user !== null) return <Redirect {...way} />;
  if (!isSetUp) return <Redirect to={paths.setUp} />;
  return (
    <SignIn session={session.data} next={next ?? paths.home} onEntered={() => entered(way)}>
      {error !== undefined && <Refusal>{providerFault(error)}</Refusal>}
    </SignIn>
  );
}
