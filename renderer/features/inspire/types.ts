/** Props of a group: ids inside start with this, because a page has each group twice. */
export interface SampleProps {
  readonly scheme: 'light' | 'dark'
}
