import { docPath, readGroups, type DocPage } from './doc-pages'

/** docs/README.md, the pages for users, and the changelog. The application has no pages about Basalt's own code. */
const files = import.meta.glob<string>(
  [
    '../../../docs/*.md',
    '../../../CHANGELOG.md',
    '!**/architecture.md',
    '!**/decisions.md',
    '!**/desktop.md',
    '!**/performance.md',
  ],
  { query: '?raw', import: 'default', eager: true },
)

const texts = new Map(
  Object.entries(files).map(([path, text]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.md'.length).toLowerCase(),
    text,
  ]),
)

/** Addresses of the pictures in docs/images, by file name. */
const pictures = new Map(
  Object.entries(
    import.meta.glob<string>('../../../docs/images/*.{png,svg,webp}', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

/**
 * Returns the address of a picture of the documentation; undefined for others. A picture with two versions, such as
 * `grid-light.png` and `grid-dark.png`, fits the theme.
 *
 * @param href  as written on a page: `images/grid-light.png`
 */
export function docPicture(href: string, scheme: 'light' | 'dark'): string | undefined {
  const [, name] = /^images\/([\w.-]+)$/.exec(href) ?? []
  if (name === undefined) return undefined
  return pictures.get(name.replace(/-light(?=\.\w+$)/, `-${scheme}`)) ?? pictures.get(name)
}

/** Pages by groups, in the order of docs/README.md. */
export const docGroups = readGroups(texts.get('readme') ?? '', texts)

/** Every page, in the same order. */
export const docPages: readonly DocPage[] = docGroups.flatMap(({ pages }) => pages)

export const docPage = (name: string): DocPage | undefined => docPages.find((page) => page.name === name)

export const docTitles = docPages.map(({ name, title }) => ({ path: docPath(name), title }))
