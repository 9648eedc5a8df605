/**
 * Application permissions of Microsoft Graph with which an application can take the whole tenant over, by itself or in a
 * few steps, and how (Microsoft's permissions reference; research of Emilien Socchi, "Azure administrative tiering",
 * tier 0 of the application permissions of Microsoft Graph).
 */
export const tierZeroPermissions: ReadonlyMap<string, string> = new Map([
  ["RoleManagement.ReadWrite.Directory", "give any role to anybody, itself included"],
  ["RoleAssignmentSchedule.ReadWrite.Directory", "give any role to anybody, itself included"],
  ["RoleEligibilitySchedule.ReadWrite.Directory", "make anybody eligible for any role"],
  [
    "RoleManagementPolicy.ReadWrite.Directory",
    "remove what activating a role takes: approval and multifactor authentication",
  ],
  ["AppRoleAssignment.ReadWrite.All", "give itself any permission without anybody's consent"],
  [
    "Application.ReadWrite.All",
    "add secrets to any application and act with that one's permissions",
  ],
  [
    "Application.ReadWrite.OwnedBy",
    "add secrets to the applications that it owns and act with their permissions",
  ],
  ["Directory.ReadWrite.All", "change groups, and with them who may do what"],
  ["Group.ReadWrite.All", "change groups, and with them who may do what"],
  ["GroupMember.ReadWrite.All", "change who is in groups, and with them who may do what"],
  [
    "PrivilegedAccess.ReadWrite.AzureADGroup",
    "make anybody a member or owner of groups that have roles",
  ],
  [
    "PrivilegedAssignmentSchedule.ReadWrite.AzureADGroup",
    "make anybody a member or owner of groups that have roles",
  ],
  [
    "PrivilegedEligibilitySchedule.ReadWrite.AzureADGroup",
    "make anybody eligible for groups that have roles",
  ],
  [
    "RoleManagementPolicy.ReadWrite.AzureADGroup",
    "remove what becoming a member of a privileged group takes",
  ],
  ["AdministrativeUnit.ReadWrite.All", "take administrators out of the protection of their unit"],
  ["Domain.ReadWrite.All", "add a federated domain and sign in as anybody through it"],
  [
    "Organization.ReadWrite.All",
    "trust a certificate authority of its own and sign in as anybody with a certificate",
  ],
  [
    "Policy.ReadWrite.AuthenticationMethod",
    "allow weaker ways to sign in, such as temporary access passes",
  ],
  ["Policy.ReadWrite.ConditionalAccess", "lock everybody out, or let everybody in"],
  ["Policy.ReadWrite.PermissionGrant", "allow itself to be given any permission"],
  ["EntitlementManagement.ReadWrite.All", "hand out roles through access packages"],
  [
    "DeviceManagementConfiguration.ReadWrite.All",
    "run commands on managed devices of administrators",
  ],
  ["DeviceManagementRBAC.ReadWrite.All", "give itself command over the devices of administrators"],
  ["User.ReadWrite.All", "change attributes of users that decide which groups they are in"],
  ["User.DeleteRestore.All", "delete every account, those for emergencies included"],
  ["User.EnableDisableAccount.All", "disable every account, those for emergencies included"],
  ["User-PasswordProfile.ReadWrite.All", "reset passwords of users"],
  ["UserAuthenticationMethod.ReadWrite.All", "give itself a temporary access pass for any account"],
]);
