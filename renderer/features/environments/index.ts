export { EnvironmentChip } from './EnvironmentChip'
