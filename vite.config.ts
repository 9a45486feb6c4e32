import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { readFileSync } from 'node:fs'
import { startNamespaces } from './locales/start.ts'
import { aliases } from './scripts/build/aliases.ts'
import { bareOperations } from './scripts/build/bare-operations.ts'
import { leanPackages } from './scripts/build/lean-packages.ts'
import { nodeUrl } from './scripts/build/node-url.ts'
import { precompress } from './scripts/build/precompress.ts'
import { renderBlocking } from './scripts/build/render-blocking.ts'
import { scaledText } from './scripts/build/scaled-text.ts'
import { recordPackages } from './scripts/build/record-packages.ts'

/** Modules that several pages share, all of which are opened later. */
const late =
  /\/features\/(?:cards|form|auth|docs|team|second-factor|users|installation|access|settings|inspire)\/|\/features\/report\/(?!index|ReportPlace)|\/features\/preferences\/(?!index|SettingsPlace|dialog-store|tab)|\/features\/updates\/(?!index|ReleasePlace)|\/features\/terminal\/(?!tab|TerminalSlot|terminal-store)|\/features\/(?:code|sql)\/(?!tab\.|SqlEntry)|\/node_modules\/@?xterm\/|\/features\/audit\/(?!AuditEntry|tab\.)|\/features\/shares\/(?:ShareLink|BaseLink|pocket\/)|\/features\/why\/why-(?:lines|words)|\/features\/projects\/(?:ways|create)|\/features\/leaving\/Leave|\/features\/attachments\/(?:OpenViewer|ViewerContent|AttachmentEditor|FileLine|UploadLine)|\.md\?raw|\/views\/form|\/record\/RecordField|\/node_modules\/(?:marked|@codemirror|@lezer|style-mod|crelt|w3c-keyname|@marijn)\/|MarkdownText|\/features\/(?:environments|app-store|api-client|graphql-client|jobs|objects|automations|snapshots|project-info)\/(?!index|tab|object-tabs|EnvironmentChip|CronButton)|\/common\/(?:api-client|plugins\/(?!plugin))|\/stores\/(?:api-client|sql-desk|graphql-client)\.|\/api\/graphql|\/dialects\/statement-templates|\/node_modules\/(?:shell-quote|graphql|cm6-graphql|graphql-language-service|fast-deep-equal|nullthrows)\//
/** Style sheets of what is opened later. */
const lateStyles =
  /\/ui\/GradientPicker.*\.css$|\/features\/(?:auth\/(?!AccountMenu)|calendar\/|cards\/|docs\/|erd\/|form\/|gallery\/|inspire\/|kanban\/|markdown\/|palette\/(?!waiting)|projects\/|report\/|team\/|second-factor\/|users\/|installation\/|settings\/|preferences\/|terminal\/|share-dialog\/|sql\/(?!entry)|shares\/(?!share-link)|access\/|tables\/(?!table-icon\.|tables\.)|environments\/(?!EnvironmentChip)|(?:app-store|api-client|graphql-client|jobs|objects|automations|snapshots|project-info)\/|trash\/|updates\/|import\/(?!drop)|records\/(?:record|comments|history|duplicates|export)\/|attachments\/viewer|grid\/statistics\/).*\.css$/

/** The file of a language that holds a namespace of the first screens: `texts-en`. */
function textsFile(id: string): string | undefined {
  const [, language, namespace] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(id) ?? []
  return startNamespaces.some((name) => name === namespace) ? `texts-${language ?? ''}` : undefined
}

/** Returns short names for the classes of style sheets: `c1f`. The long ones were a tenth of the styles. */
function shortClassNames(): (name: string, file: string) => string {
  const names = new Map<string, string>()
  return (name, file) => {
    const key = `${file} ${name}`
    const short = names.get(key) ?? `c${names.size.toString(36)}`
    names.set(key, short)
    return short
  }
}

const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly repository?: string }

/** The renderer: an ordinary web page under /dashboard/, served by our own server. */
export default defineConfig(({ command }) => ({
  root: 'renderer',
  base: '/dashboard/',
  publicDir: false,
  // Address of the public repository, for links to it. Without one in package.json, there are no such links.
  define: { repositoryAddress: repository === undefined ? 'undefined' : JSON.stringify(repository) },
  resolve: { alias: aliases },
  ...(command === 'build' && { css: { modules: { generateScopedName: shortClassNames() } } }),
  plugins: [
    react(),
    scaledText(),
    renderBlocking(),
    bareOperations(),
    leanPackages(),
    nodeUrl(),
    precompress(),
    recordPackages('renderer'),
  ],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: false,
    // In kB, before it is compressed.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What two pages need is one file, and what one of them needs another: a page is a few requests, not fifty.
          // Not what only kinds of views share that are opened later, nor what the pages of forms and of signing in do.
          groups: [
            // The texts of the first screens: one file for each language.
            { name: (id) => textsFile(id) ?? null, debugName: 'texts', priority: 1 },
            // One style sheet for the first page and the grid: a page is styled before it is drawn. What is opened
            // later brings its own.
            { name: 'style', test: (id) => id.endsWith('.css') && !lateStyles.test(id) },
            {
              name: 'shared',
              minShareCount: 2,
              test: (id) => !late.test(id) && !lateStyles.test(id),
            },
          ],
        },
      },
      treeshake: {
        // The icon library: a drawing that is only painted on the canvas needs no component. Schemas that nothing uses
        // need not be built.
        manualPureFunctions: ['createReactComponent', 'z'],
        // Our modules and zod do nothing by being imported alone: a page then loads only what it uses of
        // `@renderer/ui` and the like. Style sheets and the entry do.
        moduleSideEffects: [
          { test: /\.css$|renderer\/main\.tsx$|index\.html/, sideEffects: true },
          { test: /\/(renderer|common)\//, sideEffects: false },
        ],
      },
    },
  },
}))
