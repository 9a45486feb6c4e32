/**
 * Every place of main that can open a connection to another server. `tests/architecture/outbound-callers.test.ts`
 * compares the list with the sources. `tests/http/outbound-callers.test.ts` sends each caller to addresses that it may
 * not reach.
 */
export const outboundCallers = [
  'apiClient',
  'grpcClient',
  'jobRequest',
  'jobChat',
  'jobImport',
  'jobScript',
  'automationRequest',
  'automationScript',
  'plugin',
  'storage',
  'signIn',
  'templates',
  'codeHost',
  'database',
] as const

export type OutboundCaller = (typeof outboundCallers)[number]

/** A file that uses the guarded client, or a module that connects. */
export interface ConnectingFile {
  /** Callers whose addresses come from users. */
  readonly callers?: readonly OutboundCaller[]
  /** Why no user decides where the connection goes. */
  readonly safe?: string
}

export const connectingFiles: Readonly<Record<string, ConnectingFile>> = {
  'main/features/api-client/sender.ts': { callers: ['apiClient'] },
  'main/features/rpc-client/targets.ts': { callers: ['grpcClient'] },
  'main/features/rpc-client/channel.ts': { callers: ['grpcClient'] },
  'main/features/rpc-client/index.ts': { callers: ['grpcClient'] },
  'main/features/actions/http.ts': { callers: ['jobRequest', 'jobChat', 'automationRequest'] },
  'main/features/actions/import.ts': { callers: ['jobImport'] },
  'main/features/actions/script.ts': { callers: ['jobScript', 'automationScript'] },
  'main/features/plugins/delivery.ts': { callers: ['plugin'] },
  'main/features/object-stores/s3-client.ts': { callers: ['storage'] },
  'main/features/object-stores/probe.ts': { callers: ['storage'] },
  'main/features/templates/host.ts': { callers: ['templates'] },
  'main/features/code-host/publish.ts': { callers: ['codeHost'] },
  'main/features/providers/guarded-fetch.ts': { callers: ['signIn'] },
  'main/features/providers/provider.ts': { callers: ['signIn'] },
  'main/db/connection-test.ts': { callers: ['database'] },
  'main/db/outbound.ts': { callers: ['database'] },
  'main/features/outbound/index.ts': { safe: 'It is the guarded client.' },
  'main/lib/node-http.ts': { safe: 'It hands on what Node has, to the files of this list.' },
  'main/features/mail/transport.ts': { safe: 'Only a super admin and the environment name the mail server.' },
  'main/features/api-client/own-server.ts': { safe: 'It connects to the address of this server only.' },
  'main/updater/feed-release.ts': { safe: 'The address is part of the release.' },
  'main/lib/trace-exporter.ts': { safe: 'Only the environment names the collector.' },
  'main/command/api.ts': { safe: 'The command runs as its user, without a server.' },
  'main/http/api-page.ts': { safe: 'The script runs in the browser.' },
  'main/http/graphql-page.ts': { safe: 'The script runs in the browser.' },
  'main/http/swagger-page.ts': { safe: 'The script runs in the browser.' },
}
