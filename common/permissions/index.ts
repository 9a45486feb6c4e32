/**
 * The permission table.
 *
 * Every operation and every data-API route names one permission; a permission that is not in this
 * table does not exist for callers. Roles: S1 §6, wire §13.
 */
export const projectRoles = ['owner', 'creator', 'editor', 'commenter', 'viewer'] as const
export type ProjectRole = (typeof projectRoles)[number]

/** Roles a person has outside any project (wire §2.5). A self sign-up after the first is `user_new`. */
export const userRoles = ['super', 'user', 'user_new', 'guest'] as const
export type UserRole = (typeof userRoles)[number]

/**
 * Roles of visitors without an account. sharedView: reads a shared view; shareDownload: may also download it.
 * formVisitor: answers a shared form. sharedViewer, sharedEditor: open a shared base.
 */
export const visitorRoles = ['sharedView', 'shareDownload', 'formVisitor', 'sharedViewer', 'sharedEditor'] as const
export type VisitorRole = (typeof visitorRoles)[number]

export type Role = ProjectRole | UserRole | VisitorRole

const everyone: readonly Role[] = [...projectRoles, ...userRoles, ...visitorRoles]
const signedIn: readonly Role[] = ['super', 'user', 'user_new']
const members: readonly Role[] = projectRoles
const editors: readonly Role[] = ['owner', 'creator', 'editor']
/** Visitors of a shared base. They see its records and structure, and nothing about its members. */
const sharedBases: readonly Role[] = ['sharedViewer', 'sharedEditor']
const creators: readonly Role[] = ['owner', 'creator']

const table = {
  // Accounts
  'account.public': everyone,
  'account.self': signedIn,
  'installation.read': everyone,
  'installation.users': ['super'],
  'installation.audit': ['super'],
  /** Settings of the installation, such as its mail server. */
  'installation.manage': ['super'],
  // Projects, outside any project
  'project.list': signedIn,
  /** Reads the gallery of templates. Changes need its edit token. */
  'template.use': signedIn,
  'project.create': ['super', 'user'],
  /**
   * Connects to a database server. Only the owner of the installation reaches this machine and its network; other users
   * reach public addresses.
   */
  'project.connect': ['super', 'user'],
  /** Opens a file of this computer by its path: only the person whose installation it is. */
  'project.openFile': ['super'],
  // Inside a project
  'project.read': [...members, ...sharedBases],
  /** Invites people with roles up to the own one (wire §3). */
  'member.invite': editors,
  /** Lists members, changes their roles and removes them: those whose role is not above the own one (wire §3). */
  'member.manage': editors,
  'member.transfer': ['owner'],
  /** Creates API tokens with roles up to the own one. */
  'token.use': members,
  /** Sees and deletes tokens of other members. */
  'token.manage': creators,
  'project.configure': creators,
  /** Reads variables of environments, without secrets. */
  'environment.read': members,
  /** Changes environments, their variables and databases, and uses secrets in requests. */
  'environment.manage': creators,
  /** Installs plugins, changes and tests them. */
  'plugin.manage': creators,
  /** Makes and changes custom roles. */
  'role.manage': creators,
  /** Sets which tables, columns and rows a role reaches, and sees why. */
  'access.manage': creators,
  'project.delete': ['owner'],
  'schema.read': [...members, ...sharedBases],
  /** Reads the columns of a table. A visitor of a shared view reads those of its view. */
  'table.read': [...members, ...sharedBases, 'sharedView'],
  'schema.change': creators,
  /**
   * Runs SQL that reads everything the project's connection reaches. Access rules can't apply to SQL, so roles below
   * have it only by choice.
   */
  'sql.read': creators,
  /** Runs SQL that writes and changes the schema, past validation and history. */
  'sql.write': creators,
  'view.read': [...members, ...sharedBases],
  /** Personal settings of a view. */
  'view.personal': members,
  /** Shared settings of a view. */
  'view.save': editors,
  /** Views are made, named and deleted by creators only (S1 §6). */
  'view.change': creators,
  /** A shared view and a form show one table only (`common/principal/rules.ts`). */
  'row.read': [...members, ...sharedBases, 'sharedView'],
  /** Downloads all records of a list as a file. */
  'row.export': [...members, ...sharedBases, 'shareDownload'],
  'row.create': [...editors, 'sharedEditor', 'formVisitor'],
  'row.update': [...editors, 'sharedEditor'],
  'row.delete': [...editors, 'sharedEditor'],
  'file.upload': [...editors, 'sharedEditor'],
  'file.read': [...members, ...sharedBases, 'sharedView'],
  /** Makes, changes and revokes links for visitors. */
  'share.manage': creators,
  /** Answers a shared form. */
  'share.answer': ['formVisitor'],
  /** Restores what the role may delete; columns and tables need `schema.change`. */
  'trash.use': editors,
  'trash.empty': creators,
  'row.comment': ['owner', 'creator', 'editor', 'commenter'],
  'row.history': ['owner', 'creator', 'editor', 'commenter'],
  /** Sends requests of the API client to this server, with the own rights. */
  'api.call': members,
  /** Sends requests to other hosts. */
  'api.callOut': editors,
  /** Runs performance tests, which keep the server busy. */
  'api.measure': editors,
  /** Makes scheduled jobs and automations, which run with the rights of their author. */
  'job.manage': creators,
  /** Stores requests of the API client for everybody in the project. */
  'api.collect': editors,
  'audit.read': creators,
  'audit.write': editors,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof table

/** Permissions of a principal in a project. */
export type Permissions = ReadonlySet<Permission>

export const permissionTable: Readonly<Record<Permission, readonly Role[]>> = table

/** True if one of the roles grants the permission. */
export function can(roles: readonly Role[], permission: Permission): boolean {
  const granted = permissionTable[permission]
  return roles.some((role) => granted.includes(role))
}

/** Returns the most powerful of the roles, for badges (S1 §6). */
export function strongestRole(roles: readonly Role[]): ProjectRole | undefined {
  return projectRoles.find((role) => roles.includes(role))
}
