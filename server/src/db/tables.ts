/**
 * Every table of the database by name. Each module adds its own next to its store, so this folder knows no business:
 *
 *     declare module '../../db/tables.ts' {
 *       interface Tables { consent_document: ConsentDocumentTable }
 *     }
 */
// An empty interface is the point: only interfaces can be extended from other files.
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface
export interface Tables {}
