import { defaultEnvironment, pageRowsDefault } from '@common/constants'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { AuthType } from '@common/model/auth-type'
import type { authOperations } from '@common/operations/auth'
import type { InterfaceRules } from '@common/model/interface-rules'
import type { ProviderId } from '@common/operations/providers'
import { accountOf, holderOf, type Principal } from '@common/principal'
import { englishBeside } from '@main/lib/messages'
import { personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { MasterKey } from './master-key'
import type { AuthService, SignedIn } from './service'
import { sourceOf } from './session-uses'

export interface AuthHandlerOptions {
  readonly service: AuthService
  readonly version: string
  readonly authType: AuthType
  readonly masterKey: MasterKey
  readonly providers: () => Promise<readonly ProviderId[]>
  readonly interfaceRules: InterfaceRules
}

/** Handlers of `common/operations/auth.ts`. */
export function createAuthHandlers({
  service,
  version,
  authType,
  masterKey,
  providers,
  interfaceRules,
}: AuthHandlerOptions): Handlers<typeof authOperations> {
  /** True if the installation has no owner yet, so that the first sign-up gets it. */
  const isFirst = async (): Promise<boolean> => authType !== 'none' && !(await service.hasAccounts())

  return {
    authSignUp: async (context, input) => {
      return answer(
        context,
        await service.signUp({
          email: input.email,
          password: input.password,
          firstName: textOrNull(input.firstname),
          lastName: textOrNull(input.lastname),
          setupCode: input.setupCode,
          token: input.token,
          from: sourceOf(context),
          viaProxy: context.viaProxy === true,
          byOwner: accountOf(context.principal)?.isSuperAdmin === true,
        }),
      )
    },

    authSignIn: async (context, input) => answer(context, await service.signIn(input, sourceOf(context))),

    authRefreshToken: async (context) => {
      const cookie = context.refreshCookie
      if (cookie?.sameOrigin === false) throw new AppError('ORIGIN_NOT_ALLOWED')
      const refreshToken = cookie?.read()
      if (refreshToken === undefined) throw new AppError('REFRESH_TOKEN_MISSING')
      return answer(context, await service.refresh(refreshToken))
    },

    authSignOut: async (context) => {
      const person = accountOf(context.principal)
      if (person !== undefined) await service.signOut(person.sessionId)
      context.refreshCookie?.write(null)
      return { msg: 'Success' }
    },

    userMe: (context, input) => {
      // A preview doesn't change the answer, and scripts and visitors of a base learn their role (wire §2.3).
      const holder = holderOf(context.principal)
      const { projectId, projectRole } = holder
      if (holder.kind === 'apiToken') return { isAuthorized: true, roles: projectFlags(holder) }
      if (holder.kind === 'sharedBase')
        return { isAuthorized: true, isPublicBase: true as const, roles: projectFlags(holder) }
      if (holder.kind !== 'person') return { roles: { guest: true as const } }
      const account = personIn(context)
      if (input.project_id !== undefined && projectId === undefined) throw new AppError('PROJECT_ACCESS_DENIED')
      return {
        isAuthorized: true,
        id: account.userId,
        email: account.email,
        email_verified: account.emailVerified,
        firstname: account.firstName,
        lastname: account.lastName,
        isSuperAdmin: account.isSuperAdmin,
        // Inside a project only the roles held there (wire §2.3).
        roles:
          projectRole === undefined
            ? flags([account.userRole === 'user_new' ? 'user_new' : 'user'])
            : projectFlags(holder),
      }
    },

    authType: async (context) => {
      const firstUser = await isFirst()
      const offered = await providers()
      return {
        authType,
        projectHasAdmin: !firstUser,
        firstUser,
        projectHasDb: true,
        type: 'docker',
        env: defaultEnvironment,
        googleAuthEnabled: offered.includes('google'),
        githubAuthEnabled: offered.includes('github'),
        oneClick: false,
        connectToExternalDB: true,
        version,
        defaultLimit: pageRowsDefault,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        setupCodeRequired: firstUser && authType === 'jwt' && service.needsSetupCode(context.viaProxy === true),
        userPollSeconds: interfaceRules.userPollSeconds,
        userPollRetries: interfaceRules.userPollRetries,
        signUpClosed: !firstUser && (await service.isSignUpClosed()),
      }
    },

    authAdminVerify: async ({ actor }, { secret }) => masterKey.isRight(secret ?? '', actor.ip),

    referralCreate: () => ({ available: false as const, ...englishBeside('msg', message('server.noReferrals')) }),

    subscriptionRead: () => ({ plan: null, ...englishBeside('msg', message('server.noPlans')) }),

    uiAbility: () => {
      const { darkTheme, maxTables, maxTabs, disableGA, disableTelemetry } = interfaceRules
      return { darkTheme, maxTables, maxTabs, disableGA, disableTelemetry }
    },
  }
}

/** The access token goes into the body, the refresh token only into its cookie. */
export function answer(context: CallContext, { accessToken, refreshToken }: SignedIn): { token: string } {
  context.refreshCookie?.write(refreshToken)
  return { token: accessToken }
}

function textOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** An owner is a creator too. */
const projectFlags = ({ projectRole = 'viewer' }: Principal): Record<string, true> =>
  flags(projectRole === 'owner' ? ['owner', 'creator'] : [projectRole])

function flags(roles: readonly string[]): Record<string, true> {
  return Object.fromEntries(roles.map((role) => [role, true as const]))
}
