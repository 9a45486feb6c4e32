import type { Column } from '@common/model'

/**
 * True if the database counts the column by itself and takes a value only if an insert insists on it
 * (`GENERATED ALWAYS AS IDENTITY`). Such a key finds rows like any other key.
 */
export const isAlwaysIdentity = ({ autoIncrement, generated }: Pick<Column, 'autoIncrement' | 'generated'>): boolean =>
  autoIncrement && generated
