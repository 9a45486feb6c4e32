import { z } from 'zod'

/** The steps of a connection, in order: each needs the ones before it. */
export const connectionSteps = ['find', 'reach', 'encrypt', 'signIn', 'open', 'read'] as const
export type ConnectionStep = (typeof connectionSteps)[number]

/** Why a connection cannot be made, and the step at which that shows. Sentences: `connectionFailures` in the locale. */
export const stepOfFailure = {
  hostUnknown: 'find',
  /** Only who owns the installation may reach this machine and its network. */
  hostForbidden: 'find',
  refused: 'reach',
  unreachable: 'reach',
  timeout: 'reach',
  closed: 'reach',
  otherProtocol: 'reach',
  tooManyConnections: 'reach',
  starting: 'reach',
  sslNotOffered: 'encrypt',
  sslRequired: 'encrypt',
  sslFailed: 'encrypt',
  certificateUntrusted: 'encrypt',
  certificateExpired: 'encrypt',
  identityMismatch: 'encrypt',
  clientCertificateNeeded: 'encrypt',
  /** A PEM text that is none, or a key and a certificate that do not belong together. */
  keysInvalid: 'encrypt',
  credentialsRefused: 'signIn',
  userNotAllowed: 'signIn',
  signInUnsupported: 'signIn',
  /** The server is older than the oldest version that Basalt supports. */
  versionUnsupported: 'signIn',
  databaseMissing: 'open',
  databaseForbidden: 'open',
  schemaMissing: 'open',
  /** It is to be made when it is not there, and this user may not. */
  createForbidden: 'open',
  readForbidden: 'read',
  unknown: 'reach',
} as const satisfies Record<string, ConnectionStep>

export type ConnectionFailure = keyof typeof stepOfFailure
export const connectionFailures = Object.keys(stepOfFailure) as ConnectionFailure[]

/** What a step found out, for the line below it. */
export const stepFacts = z.strictObject({
  /** Address that the name stands for. */
  address: z.string().optional(),
  /** Version of the server, without its name. */
  version: z.string().optional(),
  /** `TLSv1.3`; absent on a connection that is not encrypted. */
  protocol: z.string().optional(),
  /** Who signed the certificate. */
  issuer: z.string().optional(),
  /** The database or schema is not there and will be made with the project. */
  willBeMade: z.boolean().optional(),
  tables: z.number().optional(),
})
export type StepFacts = z.infer<typeof stepFacts>

/** How far a connection came. */
export const connectionTestResult = z.strictObject({
  /** Null when all went well. */
  failure: z.enum(connectionFailures as [ConnectionFailure, ...ConnectionFailure[]]).nullable(),
  steps: z.array(
    z.strictObject({
      step: z.enum(connectionSteps),
      /** `skipped`: not needed, such as encryption that nobody asked for. `waiting`: not reached. */
      state: z.enum(['done', 'failed', 'skipped', 'waiting']),
      /** From the beginning of the test; null where nothing was measured. */
      ms: z.number().nullable(),
      facts: stepFacts,
    }),
  ),
})
export type ConnectionTestResult = z.infer<typeof connectionTestResult>
export type TestedStep = ConnectionTestResult['steps'][number]
