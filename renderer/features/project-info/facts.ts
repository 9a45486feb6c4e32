import type { OperationOutput } from '@common/operations'
import type { ProjectListEntry } from '@common/operations/projects'
import { files, type ApiError } from '@renderer/api'
import type { useInstallation } from '@renderer/stores'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/** Names of the facts as S1 §3 has them. They are data, not sentences. */
export interface Facts {
  readonly project: Readonly<Record<string, string>>
  readonly server: Readonly<Record<string, string>>
  readonly counts: Readonly<Record<string, string>>
  readonly addresses: Readonly<Record<string, string>>
}

type ApiInfo = OperationOutput<'projectApiInfo'>

/** Returns addresses and counts, which have a path of their own for scripts. */
export function useApiInfo(projectId: string): UseQueryResult<ApiInfo, ApiError> {
  return useQuery<ApiInfo, ApiError>({
    queryKey: ['projectApiInfo', projectId],
    queryFn: async ({ signal }) => {
      const answer = await files.read(`/nc/${encodeURIComponent(projectId)}/projectApiInfo`, signal)
      return JSON.parse(await answer.text()) as ApiInfo
    },
    refetchOnMount: 'always',
  })
}

/** Collects the facts of a project, without an address or a name of its database server. */
export function factsOf(
  project: ProjectListEntry,
  installation: ReturnType<typeof useInstallation.getState>['info'],
  host: string,
  { info, aggregatedInfo }: ApiInfo,
  environment: OperationOutput<'ncProjectInfo'>,
): Facts {
  const [api] = Object.values(info)
  const [counts] = aggregatedInfo.list
  const root = `http://${host}`
  const addressOf = (path: string | undefined): string => (path === undefined || path === '' ? '' : `${root}${path}`)
  return {
    project: texts({
      projectId: project.id,
      projectName: project.title,
      type: project.projectType,
      status: project.status,
      database: environment.Database,
      prefix: project.prefix,
      createdAt: project.created_at,
    }),
    server: texts({
      authType: installation?.authType,
      version: environment.PackageVersion,
      env: installation?.env,
      projectHasDb: installation?.projectHasDb,
      projectHasAdmin: installation?.projectHasAdmin,
      firstUser: installation?.firstUser,
      rootDatabase: environment.RootDB,
      node: environment.Node,
      platform: `${environment.Platform} ${environment.Arch}`,
    }),
    counts: texts({
      tableCount: counts?.['tablesCount'],
      viewCount: counts?.['viewsCount'],
      relationCount: counts?.['relationsCount'],
      apiCount: counts?.['apiCount'],
    }),
    addresses: texts({
      rest: addressOf(api?.apiUrl),
      graphql: addressOf(api?.gqlApiUrl),
      swagger: addressOf(api?.swaggerUrl),
      grpc: api?.grpcApiUrl,
    }),
  }
}

/** Drops empty facts. */
function texts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value !== '')
        ? [[name, String(value)]]
        : [],
    ),
  )
}

/** Returns facts as lines of text: `projectId: shop_ab12`. */
export const factLines = (facts: Readonly<Record<string, string>>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
