import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long: they walk a list that is written elsewhere, or kill servers. */
const long = /[\\/](?:surfaces-|screens|killed|terminal|generated-backend|hostile-imports|serve\.)/

/**
 * Without the times of an earlier run, vitest starts the largest files first. Here the long ones lead: one that starts
 * last keeps a single worker busy while the others have nothing left to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
