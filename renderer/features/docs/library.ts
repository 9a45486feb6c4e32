import { docPath, readGroups, type DocPage } from './doc-pages'

/** docs/README.md and the pages for users. The application doesn't include pages about Basalt's own code. */
const files = import.meta.glob<string>(
  ['../../../docs/*.md', '!**/architecture.md', '!**/decisions.md', '!**/desktop.md', '!**/performance.md'],
  { query: '?raw', import: 'default', eager: true },
)

const texts = new Map(
  Object.entries(files).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1, -'.md'.length), text]),
)

/** Pages by groups, in the order of docs/README.md. */
export const docGroups = readGroups(texts.get('README') ?? '', texts)

/** Every page, in the same order. */
export const docPages: readonly DocPage[] = docGroups.flatMap(({ pages }) => pages)

export const docPage = (name: string): DocPage | undefined => docPages.find((page) => page.name === name)

export const docTitles = docPages.map(({ name, title }) => ({ path: docPath(name), title }))
