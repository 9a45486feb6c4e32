export { matcherOf, type Work } from './match'
export {
  matchesEmpty,
  parsePattern,
  patternProblems,
  PatternProblem,
  repeatsRepeats,
  type Pattern,
  type PatternProblemCode,
} from './parse'
export { renderPattern, type PatternFlavor } from './render'
