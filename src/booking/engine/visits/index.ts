/** `VisitSearch` finds visits of several services in a row; `VisitPlanner` plans the one that begins at a given start. */
export type { PlannedItem, PossibleVisit, VisitDates, VisitItem, VisitRequest } from './visit';
export { type EndInZone, type VisitRefusal, VisitPlanner } from './visit-planner';
export { VisitSearch } from './visit-search';
