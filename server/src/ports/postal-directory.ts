/** An external directory's answer for a postal code; unknown texts are empty. */
export type PostalAnswer = {
  /** Type and name, such as "Praça da Sé"; empty for a town's general code. */
  readonly street: string
  readonly neighborhood: string
  readonly city: string
  /** Two letters. */
  readonly uf: string
  /** The municipality's IBGE code, if provided. */
  readonly city_id: number | null
}

/** An external directory of postal codes. */
export interface PostalDirectory {
  readonly name: string
  /**
   * Looks up a postal code (8 digits); null when unknown.
   * @throws {PostalDirectoryUnavailable} without a usable answer
   */
  find(cep: string): Promise<PostalAnswer | null>
}

/** The directory is slow, unreachable or returns invalid data: the next one may be queried. */
export class PostalDirectoryUnavailable extends Error {
  override name = 'PostalDirectoryUnavailable'
}
