/** Purposes of the files of a project, which is their subject. */
export const filePurposes = { picture: 'project-picture', pdf: 'project-pdf' } as const
export type FileKind = keyof typeof filePurposes

export const fileKindOf = (purpose: string): FileKind | null => {
  if (purpose === filePurposes.picture) return 'picture'
  return purpose === filePurposes.pdf ? 'pdf' : null
}
