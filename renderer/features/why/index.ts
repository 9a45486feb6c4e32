export { WhySlot } from './WhySlot'
