import { createAccount } from '@main/features/account'
import { createProjectAccesses } from '@main/features/access'
import { createApiTokens, createTemporaryTokens } from '@main/features/api-tokens'
import { createAudit } from '@main/features/audit'
import { createAuth, firstOf, withApiTokens } from '@main/features/auth'
import { createCodeHost } from '@main/features/code-host'
import { createInstallation } from '@main/features/installation-settings'
import { createInvitations } from '@main/features/invitations'
import type { Live } from '@main/features/live'
import { createMail } from '@main/features/mail'
import { createOutbound } from '@main/features/outbound'
import { createPlugins } from '@main/features/plugins'
import { createProviders, probeProvider } from '@main/features/providers'
import { createRecovery } from '@main/features/recovery'
import { createSecondFactors } from '@main/features/second-factor'
import { createSecrets } from '@main/features/secrets'
import { createServices } from '@main/features/services'
import { createTickets } from '@main/features/tickets'
import { createUsers } from '@main/features/users'
import { createTrailHeaders } from '@main/lib/automation-trail'
import type { ApplicationOptions, Report } from './options'

/** Parts that are created after the accounts. */
interface Later {
  readonly live: () => Live
}

export type Accounts = Awaited<ReturnType<typeof createAccounts>>

/** Creates the features about people: settings of the installation, mail, sign-in, invitations and the audit. */
export async function createAccounts(options: ApplicationOptions, report: Report, later: Later) {
  const { store, clock, schedule, ids, version, closeWith } = options

  const installation = await createInstallation({ ...options.installation, store, clock })
  const audit = createAudit({ store, clock, schedule, ids, retention: installation.retention, report })
  closeWith(audit.close)
  const secrets = await createSecrets({ store, clock, keychain: options.keychain, report })
  const outbound = createOutbound({ clock, allowedHosts: installation.outboundHosts })
  const services = createServices({
    store,
    secrets,
    outbound,
    clock,
    ids,
    fixed: { isMailFixed: options.mail.environment !== undefined, signIn: options.providers.map(({ id }) => id) },
    probeSignIn: async (settings) => probeProvider(settings, outbound, await installation.address()),
  })
  const mail = await createMail({
    ...options.mail,
    services: services.mail,
    store,
    clock,
    secrets,
    undelivered: audit.mailUndelivered,
    report,
  })
  closeWith(mail.close)
  const { linkTo } = installation
  const { mailer } = mail
  const projectAccesses = createProjectAccesses(store)
  const invitations = createInvitations({
    store,
    projects: projectAccesses,
    joined: (projectId) => later.live().changed(projectId, ['projects', 'account']),
    mailer,
    linkTo,
    clock,
    ids,
  })
  const tickets = createTickets({ store, clock, ids })
  const secondFactor = await createSecondFactors({ store, tickets, clock })
  const auth = await createAuth({
    ...options.auth,
    store,
    projectAccesses,
    clock,
    ids,
    version,
    providers: async () => [...options.providers, ...(await services.signIn())].map(({ id }) => id),
    secondFactors: secondFactor,
    tickets,
    isSignUpClosed: installation.isSignUpClosed,
    invitation: invitations.forSignUp,
    signedUp: (userId) => recovery.confirmLater(userId),
    report,
  })
  closeWith(auth.usesStored)
  const apiTokens = createApiTokens({ store, projects: projectAccesses, clock, ids, report })
  closeWith(apiTokens.access.usesStored)
  const providers = createProviders({
    store,
    tickets,
    clock,
    settings: options.providers,
    stored: services.signIn,
    outbound,
    signIn: auth.signIn,
    accounts: auth.provided,
    ownAddress: installation.address,
  })
  const recovery = createRecovery({
    store,
    mailer,
    throttle: auth.throttle,
    hashing: options.auth.hashing,
    separateMark: auth.separateMark,
    linkTo,
    clock,
    ids,
    report,
  })
  const sessionsEnded = (userId: number): void => later.live().notified(userId)
  const account = createAccount({
    store,
    signIn: auth.signIn,
    hashing: options.auth.hashing,
    separateMark: auth.separateMark,
    mailer,
    sessionsEnded,
    clock,
  })
  const temporaryTokens = createTemporaryTokens({ personNow: auth.access.personNow, ids })
  const scripts = firstOf(temporaryTokens, apiTokens.access)
  return {
    installation,
    outbound,
    trailHeaders: createTrailHeaders(auth.sign),
    services,
    codeHost: createCodeHost({ store, secrets, outbound, clock }),
    plugins: createPlugins({ store, secrets, outbound, clock, ids }),
    secrets,
    audit,
    mail,
    projectAccesses,
    invitations,
    secondFactor,
    auth,
    apiTokens,
    temporaryTokens,
    providers,
    recovery,
    account,
    users: createUsers({ store, signIn: auth.signIn, sessions: account.sessions, sessionsEnded, clock }),
    /** Principals of people and API tokens. */
    access: auth.withAuthType(withApiTokens(auth.access, scripts, auth.tokenGuesses)),
  }
}
