import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** What the documentation of the API says. */
export const apiMessages = {
  name: 'operations of the API',
  search: 'Search',
  searchHint: 'A word of a path, a field or a permission.',
  found: counted({ one: '# operation', other: '# operations' }),
  none: 'No operation fits.',
  permission: (scope: string) => `Permission: ${scope}`,
  parameters: 'Parameters',
  body: 'Request body (JSON)',
  reply: (status: string) => `Response ${status} (JSON)`,
  columns: { name: 'Name', type: 'Type', required: 'Required' },
  yes: 'Yes',
  no: 'No',
  curl: 'curl',
  typeScript: 'TypeScript',
  errors: 'Errors',
  errorsText:
    'Any other status has a problem document (RFC 9457): code, status, title, message, errors by field. 401: no valid key. 403: the permission is missing. 404: it is not there, or not yours. 409: changed in the meantime or not possible now. 422: the input is not valid. 429: too many calls; Retry-After says how long to wait.',
}
