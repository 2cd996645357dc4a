import { expect, it } from 'vitest'

import { findingText } from '#src/views/kit/text/finding-text.ts'

it.each([
  [
    '/source/listConfig/paginationConfig/type',
    'Reading by offset can miss records',
    'Source, paging',
    'Reading by offset can miss records.',
  ],
  ['/source/url', 'This is no address', 'Source, URL', 'This is no address.'],
  ['/destination/headers/0/value', 'Too long.', 'Destination, header 1, value', 'Too long.'],
  ['/enrichment/1', 'Enrichment 2: Missing URL or config', 'Enrichment 2', 'Missing URL or config.'],
  ['/source/auth/type', 'Not available yet', 'Source, authentication', 'Not available yet.'],
  ['', 'Nothing fits', '', 'Nothing fits.'],
])('a finding at "%s" reads with its field', (path, message, place, sentence) => {
  expect(findingText({ path, message })).toEqual({ place, sentence })
})
