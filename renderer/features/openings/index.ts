export { followOpenings } from './follow-openings'
