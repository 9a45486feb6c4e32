import { graphql, messageOf, operationKey } from '@renderer/api'
import { useQuery } from '@tanstack/react-query'
import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from 'graphql'

export interface LoadedSchema {
  readonly schema: GraphQLSchema | undefined
  readonly error: string | undefined
  readonly reload: () => void
  readonly isLoading: boolean
}

/** Returns the schema of a project's GraphQL API, as the user sees it. */
export function useSchema(projectId: string): LoadedSchema {
  const query = useQuery({
    // Changes of tables make it stale, like answers of this operation.
    queryKey: operationKey('tableStatements', 'graphql-schema', projectId),
    queryFn: async ({ signal }) => {
      const body = { query: getIntrospectionQuery({ descriptions: true }) }
      const { status, text } = await graphql.call(projectId, body, { signal })
      const { data, errors } = JSON.parse(text) as {
        readonly data?: IntrospectionQuery
        readonly errors?: readonly { readonly message: string }[]
      }
      if (data === undefined || status !== 200) throw new Error(errors?.[0]?.message ?? String(status))
      return buildClientSchema(data)
    },
    structuralSharing: false,
    staleTime: 0,
  })
  return {
    schema: query.data,
    error: query.error === null ? undefined : messageOf(query.error),
    reload: () => void query.refetch(),
    isLoading: query.isFetching,
  }
}
