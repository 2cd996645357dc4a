/** What the SCIM service refuses, in the words of RFC 7644, section 3.12. */

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue')
export const invalidPath = (detail: string) => new ScimError(400, detail, 'invalidPath')
export const notUnique = (detail: string) => new ScimError(409, detail, 'uniqueness')
export const notMutable = (detail: string) => new ScimError(400, detail, 'mutability')
/** The same for what is not there and for what belongs to somebody else. */
export const notFound = (what: 'user' | 'group') => new ScimError(404, `This ${what} doesn't exist.`)

export const errorBody = ({ status, message, scimType }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType === null ? {} : { scimType }),
  detail: message,
})
