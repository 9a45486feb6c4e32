import { AppError } from '@common/errors'
import { fillVariables, type VariableValues } from '@common/variables'

/** Fills the variables of the texts of one request. */
export interface Filler {
  /** @param escape  prepares a value for its text, such as `jsonEscaped` */
  readonly fill: (text: string, escape?: (value: string) => string) => string
  /** @throws AppError VARIABLES_UNKNOWN with all names without a value */
  readonly check: () => void
}

export function createFiller(values: VariableValues): Filler {
  const unknown = new Set<string>()
  return {
    fill: (text, escape) => {
      const filled = fillVariables(text, values, escape)
      for (const name of filled.unknown) unknown.add(name)
      return filled.text
    },
    check: () => {
      if (unknown.size > 0)
        throw new AppError('VARIABLES_UNKNOWN', { names: Array.from(unknown, (name) => `{{${name}}}`) })
    },
  }
}
