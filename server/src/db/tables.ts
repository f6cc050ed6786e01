/**
 * Every table of the database by name. Each module declares its tables next to its store, so that this folder is independent of them:
 *
 *     declare module '../../db/tables.ts' {
 *       interface Tables { consent_document: ConsentDocumentTable }
 *     }
 */
// An empty interface, because only interfaces can be extended from other files.
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface
export interface Tables {}
