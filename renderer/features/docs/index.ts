/** Titles and addresses of all pages. Loads the texts too (65 KiB compressed): call it only when they are needed. */
export const loadDocTitles = async (): Promise<readonly { readonly path: string; readonly title: string }[]> =>
  (await import('./library')).docTitles
