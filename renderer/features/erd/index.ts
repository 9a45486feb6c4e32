export { showInDiagram } from './asked'
export type { Diagram, DiagramColumn, DiagramRelation, DiagramTable } from './diagram'
export { DiagramExplorer, DiagramPicture } from './pictures'
