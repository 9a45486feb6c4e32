import { z } from 'zod'

/** The steps of a connection test, in order. Each needs the ones before it. */
export const connectionSteps = ['find', 'reach', 'encrypt', 'signIn', 'open', 'read'] as const
export type ConnectionStep = (typeof connectionSteps)[number]

/** Reasons why a connection fails, each with the step that detects it. Texts: `connectionFailures` in the locale. */
export const stepOfFailure = {
  hostUnknown: 'find',
  /** Only the owner of the installation may connect to this computer and its network. */
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
  /** Invalid PEM text, or a key that doesn't belong to the certificate. */
  keysInvalid: 'encrypt',
  credentialsRefused: 'signIn',
  userNotAllowed: 'signIn',
  signInUnsupported: 'signIn',
  /** The server is older than the oldest version that Basalt supports. */
  versionUnsupported: 'signIn',
  databaseMissing: 'open',
  databaseForbidden: 'open',
  schemaMissing: 'open',
  /** The database should be created, but this user may not create it. */
  createForbidden: 'open',
  readForbidden: 'read',
  unknown: 'reach',
} as const satisfies Record<string, ConnectionStep>

export type ConnectionFailure = keyof typeof stepOfFailure
export const connectionFailures = Object.keys(stepOfFailure) as ConnectionFailure[]

/** Details of a step, shown below it. */
export const stepFacts = z.strictObject({
  /** Resolved address of the host. */
  address: z.string().optional(),
  /** Version of the server, without its name. */
  version: z.string().optional(),
  /** For example `TLSv1.3`; absent without encryption. */
  protocol: z.string().optional(),
  /** Issuer of the certificate. */
  issuer: z.string().optional(),
  /** The database or schema doesn't exist and will be created with the project. */
  willBeMade: z.boolean().optional(),
  tables: z.number().optional(),
  /** Features of other servers of this kind that this one lacks, in words of SQL. */
  lacks: z.array(z.string()).optional(),
})
export type StepFacts = z.infer<typeof stepFacts>

/** Result of a connection test. */
export const connectionTestResult = z.strictObject({
  /** Null if the test succeeded. */
  failure: z.enum(connectionFailures as [ConnectionFailure, ...ConnectionFailure[]]).nullable(),
  steps: z.array(
    z.strictObject({
      step: z.enum(connectionSteps),
      /** `skipped`: not needed, such as disabled encryption. `waiting`: not reached. */
      state: z.enum(['done', 'failed', 'skipped', 'waiting']),
      /** Milliseconds since the start of the test; null if not measured. */
      ms: z.number().nullable(),
      facts: stepFacts,
    }),
  ),
})
export type ConnectionTestResult = z.infer<typeof connectionTestResult>
export type TestedStep = ConnectionTestResult['steps'][number]
