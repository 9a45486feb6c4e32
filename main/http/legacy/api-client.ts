import { requestMethods } from '@common/api-client/request'
import type { RpcClient } from '@main/features/rpc-client'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'

const pair = z.object({
  name: z.string().max(1_000).nullish(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  enabled: z.union([z.boolean(), z.number()]).nullish(),
})
const pairs = z.array(pair).max(200).nullish()

const method = z
  .string()
  .max(20)
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(requestMethods))
  .nullish()

const axiosUrl = z.string().trim().min(1).max(8_000)
const axiosValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
type AxiosValue = z.infer<typeof axiosValue>
const axiosValues = z.record(z.string().max(1_000), axiosValue).nullish()
const axiosConfig = z.object({
  method,
  baseURL: axiosUrl.optional(),
  headers: axiosValues,
  params: axiosValues,
  data: z.unknown().optional(),
})

const shape = {
  method,
  path: z.string().trim().min(1).max(8_000),
  headers: pairs,
  parameters: pairs,
  body: z.unknown().optional(),
  auth: z.unknown().optional(),
}

type Pairs = z.infer<typeof pairs>

const entriesOf = (list: Pairs) =>
  (list ?? []).flatMap(({ name, value, enabled }) =>
    name ? [{ name, value: String(value ?? ''), enabled: enabled !== false && enabled !== 0, note: '' }] : [],
  )

export interface ApiClientCallServices {
  readonly rpcClient: Pick<RpcClient, 'protoZip'>
}

/** Calls of the API client of the original (wire §4.4). */
export const apiClientCalls = ({ rpcClient }: ApiClientCallServices) => ({
  /** Returns the call with its response. Requests to this server have the caller's own rights, others the usual guard. */
  handleApiCall: translated('apiRequestSend', {
    input: z.strictObject(shape),
    output: z.looseObject({
      ...shape,
      response: z.object({
        status: z.number(),
        headers: z.record(z.string(), z.string()),
        data: z.unknown(),
        createdAt: z.string(),
      }),
    }),
    toInput: ({ method, path, headers, parameters, body }) => ({
      request: {
        method: method ?? 'GET',
        url: path,
        params: entriesOf(parameters),
        headers: entriesOf(headers),
        auth: { kind: 'session' as const },
        body: bodyOf(body),
        assertions: [],
      },
    }),
    toBody: (response, call) => ({
      ...call,
      response: {
        status: response.status,
        headers: Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value])),
        data: dataOf(response.body),
        createdAt: response.sentAt,
      },
    }),
  }),
  /** Returns the data of a response. Arguments are those of axios: an address, a configuration, or both. */
  handleAxiosCall: translated('apiRequestSend', {
    input: z.union([
      z.tuple([axiosUrl]),
      z.tuple([axiosConfig.extend({ url: axiosUrl })]),
      z.tuple([axiosUrl, axiosConfig]),
    ]),
    output: z.unknown(),
    toInput: ([first, second]) => {
      const { url, ...config } = typeof first === 'string' ? { ...second, url: first } : first
      return {
        request: {
          method: config.method ?? 'GET',
          url:
            config.baseURL && !/^[a-z]+:/i.test(url)
              ? `${config.baseURL.replace(/\/$/, '')}/${url.replace(/^\//, '')}`
              : url,
          params: entriesOf(pairsOf(config.params)),
          headers: entriesOf(pairsOf(config.headers)),
          auth: { kind: 'session' as const },
          body: bodyOf(config.data),
          assertions: [],
        },
      }
    },
    toBody: ({ body }) => dataOf(body),
  }),

  /** Returns a zip file with the .proto files of the project's gRPC service. */
  grpcProtoDownloadZip: scripted(
    {
      reads: [],
      scope: 'project',
      permission: 'schema.read',
      asText: true,
      input: z.strictObject({}),
      output: z.custom<object | string>((given) => typeof given === 'string' || given instanceof Object),
      errors: [],
    },
    {
      handle: (context) => {
        Object.assign(context.answerHeaders ?? {}, {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="proto.zip"',
        })
        return rpcClient.protoZip(context)
      },
    },
  ),
})

const pairsOf = (values: Readonly<Record<string, AxiosValue>> | null | undefined): Pairs =>
  Object.entries(values ?? {}).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))

function bodyOf(body: unknown) {
  if (body === undefined || body === null || body === '') return { kind: 'none' as const }
  return { kind: 'json' as const, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Scripts of the original get parsed JSON. */
function dataOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body
  }
}
