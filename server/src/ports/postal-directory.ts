/** What a directory of postal codes outside knows of one; texts are empty where it knows nothing. */
export type PostalAnswer = {
  /** Type and name in one, such as "Praça da Sé"; empty for the general code of a town. */
  readonly street: string
  readonly neighborhood: string
  readonly city: string
  /** Two letters. */
  readonly uf: string
  /** The municipality's IBGE code, where the directory gives it. */
  readonly city_id: number | null
}

/** A directory of postal codes outside. */
export interface PostalDirectory {
  readonly name: string
  /**
   * Asks for one postal code (8 digits); null when the directory does not know it.
   * @throws {PostalDirectoryDown} when no answer can be had
   */
  find(cep: string): Promise<PostalAnswer | null>
}

/** The directory is slow, unreachable or talks nonsense: the next one may be asked. */
export class PostalDirectoryDown extends Error {
  override name = 'PostalDirectoryDown'
}
