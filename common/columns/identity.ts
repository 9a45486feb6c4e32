import type { Column } from '@common/model'

/**
 * True if the database generates the column's values and accepts others only with an override (`GENERATED ALWAYS AS
 * IDENTITY`). Such a key finds rows like any other key.
 */
export const isAlwaysIdentity = ({ autoIncrement, generated }: Pick<Column, 'autoIncrement' | 'generated'>): boolean =>
  autoIncrement && generated
