export { showInDiagram } from './asked'
