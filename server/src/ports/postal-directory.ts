/** An external directory's response for a postal code; unknown fields are empty. */
export type PostalResponse = {
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
   * @throws {PostalDirectoryUnavailable} without a usable response
   */
  find(cep: string): Promise<PostalResponse | null>
}

/** The directory is slow, unreachable or returns invalid data: the next one may be queried. */
export class PostalDirectoryUnavailable extends Error {
  override name = 'PostalDirectoryUnavailable'
}
