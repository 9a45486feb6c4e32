export { ProductionMark } from './ProductionMark'
export { WriteQuestion } from './WriteQuestion'
