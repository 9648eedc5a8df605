import { attack } from "#engines/rule-words";

export const validAccounts = attack("T1078.004", "Valid Accounts: Cloud Accounts");
