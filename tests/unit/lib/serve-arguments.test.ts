import { describe, expect, it } from 'vitest'
import { english } from '@main/lib/messages'
import { defaultProfileFolder } from '@main/lib/profile'
import { ArgumentError, readArguments } from '@main/lib/serve-arguments'

describe('arguments of the server', () => {
  it('have sober defaults', () => {
    expect(readArguments([], {})).toMatchObject({
      port: 8080,
      terminalPort: 8081,
      grpcPort: undefined,
      pocketPort: undefined,
      host: '127.0.0.1',
      profile: defaultProfileFolder(),
      open: false,
      allowedHosts: [],
    })
  })

  it('can be given on the command line or as environment variables, the command line first', () => {
    const environment = { BASALT_PORT: '1', BASALT_TERMINAL_PORT: '2', BASALT_GRPC_PORT: '3', BASALT_POCKET_PORT: '4' }
    expect(readArguments([], environment)).toMatchObject({ port: 1, terminalPort: 2, grpcPort: 3, pocketPort: 4 })
    expect(readArguments([], { BASALT_HOST: '::1' }).host).toBe('::1')
    const args = [
      '--port',
      '0',
      '--terminal-port=9',
      '--grpc-port',
      '8',
      '--pocket-port',
      '7',
      '--profile',
      'b',
      '--host',
      '0.0.0.0',
      '--open',
    ]
    expect(readArguments(args, environment)).toMatchObject({
      port: 0,
      terminalPort: 9,
      grpcPort: 8,
      pocketPort: 7,
      profile: 'b',
      host: '0.0.0.0',
      open: true,
    })
    expect(readArguments([], { BASALT_ALLOWED_HOSTS: 'a.example,b.example:1' }).allowedHosts).toEqual([
      'a.example',
      'b.example:1',
    ])
    expect(readArguments(['--allowed-host', 'a', '--allowed-host', 'b'], {}).allowedHosts).toEqual(['a', 'b'])
    expect(readArguments([], { BASALT_META_URL: 'url' }).metaUrl).toBe('url')
  })

  it('name the address for other servers, which is http', () => {
    const peerUrl = (text: string) => readArguments([], { BASALT_PEER_URL: text }).peerUrl
    expect(peerUrl('')).toBeUndefined()
    expect(peerUrl('http://10.0.0.11:8080/')).toBe('http://10.0.0.11:8080')
    expect(peerUrl('http://127.0.0.1:0')).toBe('http://127.0.0.1:0')
    for (const wrong of ['https://10.0.0.11:8080', '10.0.0.11:8080'])
      expect(() => peerUrl(wrong)).toThrow(ArgumentError)
  })

  it('choose the auth type, with a key where one is needed', () => {
    const key = 'a long master key'
    expect(readArguments([], {})).toMatchObject({ authType: 'jwt', masterKey: undefined })
    expect(readArguments(['--auth-type', 'none'], {})).toMatchObject({ authType: 'none', masterKey: undefined })
    const environment = { BASALT_AUTH_TYPE: 'masterKey', BASALT_MASTER_KEY: key }
    expect(readArguments([], environment)).toMatchObject({ authType: 'masterKey', masterKey: key })
    expect(() => readArguments(['--auth-type', 'password'], {})).toThrow(ArgumentError)
    for (const wrong of ['', 'short', ` ${key}`, `${key}\n`, 'schlüsselwörter-lang'])
      expect(() => readArguments([], { ...environment, BASALT_MASTER_KEY: wrong })).toThrow(ArgumentError)
    // A key that protects nothing.
    expect(() => readArguments([], { BASALT_MASTER_KEY: key })).toThrow(ArgumentError)
  })

  it('close sign-up and open the schema', () => {
    expect(readArguments([], {})).toMatchObject({ closeSignUp: false, openSchema: false, setupCode: undefined })
    expect(readArguments(['--close-sign-up', '--open-schema', '--sign-up-attempts', '5'], {})).toMatchObject({
      closeSignUp: true,
      openSchema: true,
      signUpAttempts: 5,
    })
    const environment = { BASALT_CLOSE_SIGN_UP: '1', BASALT_OPEN_SCHEMA: 'yes', BASALT_SETUP_CODE: 'abc' }
    expect(readArguments([], environment)).toMatchObject({ closeSignUp: true, openSchema: true, setupCode: 'abc' })
    expect(() => readArguments([], { BASALT_OPEN_SCHEMA: 'maybe' })).toThrow(ArgumentError)
  })

  it('limit the age of the change log', () => {
    expect(readArguments([], {})).toMatchObject({
      historyDays: undefined,
      historyThinDays: undefined,
      auditDays: undefined,
    })
    const environment = { BASALT_HISTORY_DAYS: '30', BASALT_HISTORY_THIN_DAYS: '7', BASALT_AUDIT_DAYS: '900' }
    const limits = { historyDays: 0, historyThinDays: 7, auditDays: 900 }
    expect(readArguments(['--history-days', '0'], environment)).toMatchObject(limits)
    expect(readArguments(['--audit-days', '5'], environment)).toMatchObject({ auditDays: 5 })
    expect(() => readArguments(['--history-thin-days', 'some'], {})).toThrow(ArgumentError)
  })

  it('give rules to the page', () => {
    expect(readArguments([], {}).interfaceRules).toEqual({
      darkTheme: true,
      maxTables: 99_999,
      maxTabs: 99,
      disableGA: true,
      disableTelemetry: true,
      userPollSeconds: 300,
      userPollRetries: 5,
    })
    const environment = {
      BASALT_DARK_THEME: 'no',
      BASALT_MAX_TABLES: '10',
      BASALT_MAX_TABS: '3',
      BASALT_DISABLE_GA: 'false',
      BASALT_DISABLE_TELEMETRY: '0',
      BASALT_USER_POLL_SECONDS: '20',
      BASALT_USER_POLL_RETRIES: '0',
    }
    expect(readArguments([], environment).interfaceRules).toEqual({
      darkTheme: false,
      maxTables: 10,
      maxTabs: 3,
      disableGA: false,
      disableTelemetry: false,
      userPollSeconds: 20,
      userPollRetries: 0,
    })
  })

  it.each([
    ['BASALT_MAX_TABLES', '0', 'a whole number from 1 to 99999'],
    ['BASALT_MAX_TABS', '100', 'a whole number from 1 to 99'],
    ['BASALT_USER_POLL_SECONDS', '0', 'a whole number from 1 to 86400'],
    ['BASALT_USER_POLL_RETRIES', '-1', 'a whole number from 0 to 1000'],
  ])('refuse %s=%s', (name, value, expected) => {
    expect(() => readArguments([], { [name]: value })).toThrow(ArgumentError)
    try {
      readArguments([], { [name]: value })
    } catch (error) {
      expect(error instanceof ArgumentError && english(error.text)).toBe(`${name} needs ${expected}, not '${value}'.`)
    }
  })

  it('turn origins into the form of browsers', () => {
    const given = ['--allowed-origin', 'HTTPS://App.example.com:443/', '--allowed-origin', 'http://localhost:5173']
    expect(readArguments(given, {}).allowedOrigins).toEqual(['https://app.example.com', 'http://localhost:5173'])
    expect(() => readArguments(['--allowed-origin', 'https://*.example.com'], {})).toThrow(ArgumentError)
  })

  it.each([
    [['--port', 'abc'], "--port needs a whole number from 0 to 65535, not 'abc'."],
    [['--port', '70000'], "--port needs a whole number from 0 to 65535, not '70000'."],
    [['--port=-1'], "--port needs a whole number from 0 to 65535, not '-1'."],
    [['--port', '1e3'], "--port needs a whole number from 0 to 65535, not '1e3'."],
    [['--terminal-port', '8081x'], "--terminal-port needs a whole number from 0 to 65535, not '8081x'."],
    [['--grpc-port', '65536'], "--grpc-port needs a whole number from 0 to 65535, not '65536'."],
    [['--profile', ''], "--profile needs a value, not ''."],
  ])('that cannot be read are told in one sentence: %j', (args, sentence) => {
    let thrown: unknown
    try {
      readArguments(args, {})
    } catch (error) {
      thrown = error
    }
    expect(thrown instanceof ArgumentError ? english(thrown.text) : undefined).toBe(sentence)
  })

  it.each([[['--prot', '1']], [['extra']], [['--port']], [['-x']], [['--open=yes']]])(
    'that are not known are refused: %j',
    (args) => {
      expect(() => readArguments(args, {})).toThrow(ArgumentError)
    },
  )

  it('in the environment are judged as well', () => {
    expect(() => readArguments([], { BASALT_PORT: 'x' })).toThrow(ArgumentError)
    expect(() => readArguments([], { BASALT_LOG_LEVEL: 'loud' })).toThrow(ArgumentError)
  })
})

describe('default profile', () => {
  it('is the application-data folder of the operating system', () => {
    expect(defaultProfileFolder('linux', { XDG_CONFIG_HOME: '/x' })).toMatch(/^[\\/]x[\\/]Basalt$/)
    expect(defaultProfileFolder('linux', {})).toMatch(/[\\/]\.config[\\/]Basalt$/)
    expect(defaultProfileFolder('darwin', {})).toMatch(/Application Support[\\/]Basalt$/)
    expect(defaultProfileFolder('win32', { APPDATA: 'C:\\data' })).toMatch(/^C:\\data[\\/]Basalt$/)
  })
})
