import { createGraphqlClient } from './graphql-client'
import { http, writeGuard } from './instance'

/** GraphQL requests that users write. */
export const graphql = createGraphqlClient(http, writeGuard)
