import { t } from "../../text/text.ts";

/** Why the provider's way in did not work, by the word with which it leads back. */
export function providerFault(error: string): string {
  if (error === "not_invited") return t("account.provider.notInvited");
  if (error === "email_not_verified" || error === "account_not_linked") {
    return t("account.provider.notVerified");
  }
  if (error === "access_denied") return t("account.provider.denied");
  return t("account.provider.failed", { error });
}
