/**
 * Permitted imports as data: the table of the style guide (section 2), and our additional rows, each with its reason. A
 * missing folder or a forbidden import fails `boundaries.test.ts`.
 */
export interface Layer {
  /** Folder or file (without extension). The longest match is a file's layer. */
  readonly at: string
  /** Our own folders or files that it may import, besides itself. */
  readonly own: readonly string[]
  /** Packages; a trailing `*` matches anything. */
  readonly packages?: readonly string[]
  /** True if it may import Node's own modules. */
  readonly node?: true
  /** Each folder inside is a room of its own, entered by others through its `index.ts` only. */
  readonly rooms?: true
  /** May enter the rooms of others by any door. */
  readonly everyDoor?: true
  /** Rooms whose files it may import directly, not only through their `index.ts`. */
  readonly enters?: readonly string[]
  /** Why this row extends or isn't in the style guide. */
  readonly why?: string
}

/** Packages for rendering: React, the kit, the icons. */
const drawing = ['react', 'react-dom', '@mantine/*', '@tabler/icons-react']
const rendererBelowFeatures = [
  'common',
  'renderer/ui',
  'renderer/cells',
  'renderer/api',
  'renderer/stores',
  'renderer/actions',
  'renderer/i18n',
]
const mainBelowFeatures = [
  'common',
  'main/db',
  'main/lib',
  'main/operations/context',
  'main/operations/contract',
  'main/operations/module',
]

export const layers: readonly Layer[] = [
  { at: 'common', own: [], packages: ['zod'] },
  {
    at: 'common/messages',
    own: ['common', 'locales'],
    packages: ['intl-messageformat', 'zod'],
    why: 'One renderer for the server and the page; types of keys come from the catalogue.',
  },
  {
    at: 'common/generated-backend',
    own: ['common', 'resources/generated-backend'],
    why: 'The kinds of values are those of the generated code.',
  },

  { at: 'preload', own: ['common/bridge'], packages: ['electron'] },

  {
    at: 'renderer/i18n',
    own: ['common', 'locales'],
    packages: ['i18next', 'i18next-resources-to-backend', 'react', 'virtual:page-texts'],
    why: 'The look-up itself.',
  },
  { at: 'renderer/ui', own: ['common', 'renderer/i18n'], packages: [...drawing, 'qrcode'] },
  {
    at: 'renderer/cells',
    own: ['common', 'renderer/i18n'],
    packages: [...drawing, '@glideapps/glide-data-grid'],
    why: 'Cells are painted on the canvas of the grid package.',
  },
  {
    at: 'renderer/api',
    own: ['common', 'renderer/i18n'],
    packages: ['@tanstack/react-query', 'react', 'zod'],
    why: 'react: hooks for calls and failures. zod: types of the contract.',
  },
  {
    at: 'renderer/stores',
    own: ['common', 'renderer/i18n', 'renderer/api'],
    packages: ['zustand', 'zod'],
    why: 'zod: values stored in the browser are checked before use.',
  },
  {
    at: 'renderer/actions',
    own: ['common', 'renderer/i18n', 'renderer/stores', 'renderer/api'],
    packages: ['react', '@tabler/icons-react'],
  },
  {
    at: 'renderer/features',
    own: rendererBelowFeatures,
    packages: [...drawing, 'zustand', 'react-router-dom', '@tanstack/*', '@codemirror/*'],
    rooms: true,
  },
  {
    at: 'renderer/features/code',
    own: rendererBelowFeatures,
    packages: [...drawing, '@codemirror/*', '@lezer/highlight'],
    rooms: true,
    why: 'The look of all code editors: colours of the parts of a language.',
  },
  {
    at: 'renderer/features/sql',
    own: [...rendererBelowFeatures, 'renderer/features'],
    packages: [...drawing, 'zustand', '@tanstack/*', '@codemirror/*', 'sql-formatter'],
    rooms: true,
    why: 'The one feature that formats SQL.',
  },
  {
    at: 'renderer/features/chart',
    own: rendererBelowFeatures,
    packages: [...drawing, 'echarts'],
    rooms: true,
    why: 'The one feature that draws charts.',
  },
  {
    at: 'renderer/features/api-client',
    own: [...rendererBelowFeatures, 'renderer/features'],
    packages: [
      ...drawing,
      'zustand',
      'react-router-dom',
      '@tanstack/*',
      '@codemirror/*',
      '@readme/httpsnippet',
      'js-yaml',
      'shell-quote',
    ],
    rooms: true,
    why: 'The one feature that writes requests as code, and reads commands of a shell and documents in YAML.',
  },
  {
    at: 'renderer/features/graphql-client',
    own: [...rendererBelowFeatures, 'renderer/features'],
    packages: [...drawing, 'zustand', '@tanstack/*', '@codemirror/*', 'graphql', 'cm6-graphql'],
    rooms: true,
    why: 'The one feature that reads a GraphQL schema.',
  },
  {
    at: 'renderer/features/grpc-client',
    own: [...rendererBelowFeatures, 'renderer/features'],
    packages: [...drawing, 'zustand', 'zod', '@tanstack/*', '@codemirror/*'],
    rooms: true,
    why: 'zod: calls stored in the browser are checked before use.',
  },
  {
    at: 'renderer/features/swagger-client',
    own: [...rendererBelowFeatures, 'renderer/features'],
    packages: [...drawing, 'zustand', '@tanstack/*'],
    rooms: true,
    why: 'Draws the document with the parts of the REST client.',
  },
  {
    at: 'renderer/features/markdown',
    own: rendererBelowFeatures,
    packages: [...drawing, 'marked'],
    rooms: true,
    why: 'The one feature that parses Markdown.',
  },
  {
    at: 'renderer/features/second-factor',
    own: [...rendererBelowFeatures, 'renderer/features'],
    packages: [...drawing, '@simplewebauthn/browser', 'qrcode'],
    rooms: true,
    why: 'The one feature that asks browsers for passkeys and draws QR codes for apps.',
  },
  {
    at: 'renderer/features/records',
    own: [...rendererBelowFeatures, 'renderer/features', '!renderer/features/grid'],
    packages: [...drawing, 'zustand', 'react-router-dom', '@tanstack/*'],
    why: 'Shared by all kinds of views, so it must not depend on one of them.',
  },
  {
    at: 'renderer/features/grid',
    own: [...rendererBelowFeatures, 'renderer/features'],
    packages: [...drawing, 'zustand', 'react-router-dom', '@tanstack/*', '@glideapps/glide-data-grid'],
    enters: ['renderer/features/records'],
    why: 'The one feature that knows the grid package, behind our own DataGrid. Its parts use most files of records.',
  },
  {
    at: 'renderer/features/erd',
    own: [...rendererBelowFeatures, 'renderer/features/tabs'],
    packages: [...drawing, 'zustand', '@tanstack/*', '@dagrejs/dagre'],
    rooms: true,
    why: 'The one feature that lays out a drawing.',
  },
  {
    at: 'renderer/features/terminal',
    own: [...rendererBelowFeatures, 'renderer/features/tabs'],
    packages: [...drawing, 'zustand', 'zod', 'xterm', '@xterm/*', 'socket.io-client'],
    rooms: true,
    why: 'The one feature that draws terminals and talks to their socket.',
  },
  {
    at: 'renderer/app',
    own: ['common', 'renderer'],
    packages: [...drawing, 'react-router-dom', '@tanstack/react-query', 'zustand'],
    everyDoor: true,
    why: 'All of renderer: pages are loaded lazily, one file each, so that the first page does not wait for the others.',
  },
  {
    at: 'renderer/main',
    own: ['common', 'renderer'],
    packages: [
      ...drawing,
      'react-router-dom',
      '@tanstack/react-query',
      '@fontsource-variable/*',
      '@glideapps/glide-data-grid',
    ],
    why: 'Boot: also loads the fonts and the style sheets of packages.',
  },

  { at: 'main/index', own: ['common', 'main'], packages: ['electron'], node: true },
  {
    at: 'main/desktop',
    own: ['common', 'main'],
    packages: ['electron'],
    why: 'A part of the composition in main/index: windows, menus and tray.',
  },
  {
    at: 'main/start',
    own: ['main'],
    packages: ['electron'],
    node: true,
    why: 'Entry of the desktop application: the shell, or the command basalt alone.',
  },
  {
    at: 'main/server',
    own: ['common', 'main', '!main/shell', '!main/bridge', '!main/updater', '!main/settings'],
    packages: ['pino'],
    node: true,
    why: 'Composition of everything that runs without a window; used by main/index and main/headless.',
  },
  {
    at: 'main/application',
    own: [
      'common',
      'main/dataapi',
      'main/db',
      'main/features',
      'main/grpc',
      'main/http/legacy',
      'main/lib',
      'main/operations',
    ],
    why: 'Creates the features and joins their modules.',
  },
  {
    at: 'main/serve',
    own: ['common', 'main/headless', 'main/db/dialects/sqlite/carrier', 'main/lib'],
    node: true,
    why: 'Command line: starts the cache of compiled code and the first thread, then loads the server.',
  },
  {
    at: 'main/server-options',
    own: ['common', 'main/db/dialects/sqlite/carrier', 'main/features', 'main/lib', 'main/operations'],
    why: 'What the composition takes and returns: types only.',
  },
  {
    at: 'main/headless',
    own: ['common', 'main/server', 'main/db/dialects/sqlite/carrier', 'main/lib', 'main/updater/feed-release'],
    node: true,
    why: 'The server without a window. It reads the feed of updates and installs nothing.',
  },
  {
    at: 'main/http',
    own: ['common', 'main/operations', 'main/dataapi', 'main/lib'],
    packages: ['fastify', '@fastify/*', 'js-yaml', 'prom-client', 'zod'],
    node: true,
  },
  {
    at: 'main/http/legacy',
    own: ['common', 'main/dataapi', 'main/features', 'main/lib', 'main/operations'],
    packages: ['zod'],
    why: 'Translates calls of the original; those that only scripts make have their handlers here. Visitors read by the data API.',
  },
  { at: 'main/bridge', own: ['common', 'main/operations', 'main/lib'], packages: ['electron', 'zod'] },
  { at: 'main/operations', own: ['common', 'main/features', 'main/lib'], packages: ['zod'], node: true },
  {
    at: 'main/features',
    own: mainBelowFeatures,
    packages: ['zod', 'jose', '@node-rs/argon2'],
    node: true,
    rooms: true,
    why: 'The three files of main/operations hold types only: contexts, contracts and the shape of a feature.',
  },
  {
    at: 'main/features/mail',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['nodemailer', 'zod'],
    node: true,
    rooms: true,
    why: 'The one feature that talks to mail servers.',
  },
  {
    at: 'main/features/object-stores',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['aws4fetch'],
    node: true,
    rooms: true,
    why: 'The one feature that signs requests to AWS and to storages with the S3 protocol.',
  },
  {
    at: 'main/features/providers',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['openid-client'],
    node: true,
    rooms: true,
    why: 'The one feature that talks to sign-in providers.',
  },
  {
    at: 'main/features/second-factor',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['otpauth', '@simplewebauthn/server'],
    node: true,
    rooms: true,
    why: 'The one feature that checks codes of authenticator apps, and passkeys.',
  },
  {
    at: 'main/features/script-runs',
    own: ['common', 'main/lib'],
    packages: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
    node: true,
    rooms: true,
    why: 'The one feature that runs scripts of users.',
  },
  {
    at: 'main/features/rpc-client',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['@grpc/grpc-js', 'protobufjs'],
    node: true,
    rooms: true,
    why: 'The one feature that calls gRPC servers and reads .proto files.',
  },
  {
    at: 'main/features/jobs',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['croner'],
    node: true,
    rooms: true,
    why: 'The one feature that reads cron expressions.',
  },
  {
    at: 'main/features/api-client',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['autocannon'],
    node: true,
    rooms: true,
    why: 'The one feature that tests the performance of requests.',
  },
  {
    at: 'main/features/imports',
    own: [...mainBelowFeatures, 'main/features'],
    packages: ['saxes'],
    node: true,
    rooms: true,
    why: 'Workbooks hold XML.',
  },
  {
    at: 'main/dataapi',
    own: ['common', 'main/db', 'main/lib', 'main/operations/context'],
    packages: ['zod'],
    node: true,
    why: 'The type of the caller, as for features.',
  },
  {
    at: 'main/dataapi/graphql',
    own: ['common', 'main/db', 'main/lib', 'main/dataapi', 'main/operations/context'],
    packages: ['graphql'],
    node: true,
    why: 'The one API whose grammar is a package; it is loaded with the first request that needs it.',
  },
  {
    at: 'main/grpc',
    own: ['common', 'main/operations', 'main/dataapi', 'main/lib'],
    packages: ['@grpc/*'],
    why: 'A door of its own beside main/http: another protocol, another port; it decides nothing either.',
  },
  {
    at: 'main/shell',
    own: ['common', 'main/lib', 'locales', 'resources'],
    packages: ['electron'],
    node: true,
    why: 'Menu labels come from locales, the picture of the tray from resources.',
  },
  {
    at: 'main/updater',
    own: ['common', 'main/lib'],
    packages: ['electron-updater', 'zod'],
    node: true,
    why: "Reads the package's key and checks the signature of each update.",
  },
  { at: 'main/settings', own: ['common', 'main/lib'], packages: ['electron-store', 'zod'], node: true },
  {
    at: 'main/command',
    own: ['common', 'main/lib'],
    node: true,
    why: 'The command basalt: a client of the API. It shares only texts and constants with the server.',
  },
  { at: 'main/terminal', own: ['common', 'main/lib'], packages: ['socket.io'], node: true },
  { at: 'main/terminal/pty', own: ['common', 'main/lib', 'main/terminal'], packages: ['node-pty'], node: true },
  { at: 'main/jobs', own: ['common', 'main/lib'], node: true },
  {
    at: 'main/db',
    own: ['common', 'main/lib'],
    packages: ['knex', 'better-sqlite3', 'pg', 'mysql2', 'tedious'],
    node: true,
  },
  {
    at: 'main/lib',
    own: ['common', 'locales'],
    packages: ['pino', 'jose', '@node-rs/argon2', 'validator', 'yauzl', 'zod', 'virtual:server-texts'],
    node: true,
    why: "The server's sentences come from locales too; pino is the one logger, hashing and tokens are ports here, files are checked with zod, and zip files read with yauzl.",
  },
]
