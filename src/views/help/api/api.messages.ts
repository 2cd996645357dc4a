import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** What the documentation of the API says. */
export const apiMessages = {
  name: 'operations of the API',
  search: 'Search',
  searchHint: 'A word from a path, field or permission.',
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
    'All other statuses return a problem document (RFC 9457) with code, title, message and field errors. 401: no valid key. 403: missing permission. 404: not found, or not yours. 409: changed elsewhere, or not possible now. 422: invalid input. 429: too many calls. Retry-After contains the wait time.',
}
